"""HTTP below the pages: addresses, who a browser is, which requests are let in, compression."""
