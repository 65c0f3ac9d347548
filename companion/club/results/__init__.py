"""Results of plays, as tables report them, and the ratings that follow from them."""
