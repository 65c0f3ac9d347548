"""One-bit drawing: rectangles, text in bitmap fonts, layout, symbols."""
