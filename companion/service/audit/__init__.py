"""Setting numbers and printed facts right: counting what lies on the table, and what rested on a wrong fact."""
