"""What pages and programs see: views of a snapshot, and the streams that carry them."""
