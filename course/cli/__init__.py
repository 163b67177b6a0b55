"""The command line, a file for each command. `app` runs one; `localized` has its help in the reader's language."""
