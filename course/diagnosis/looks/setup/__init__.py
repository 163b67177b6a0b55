"""Before anything is trained: libraries and their versions, files, names, arguments, and how a program starts."""
