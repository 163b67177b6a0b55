"""Works out what is wrong with a reader's own program: it is run, watched, and looked at, as chapter 8 does with its script."""
