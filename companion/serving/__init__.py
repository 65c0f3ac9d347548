"""The HTTP server under the pages: connections, deadlines, TLS."""
