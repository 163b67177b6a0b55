"""The toy's first script: a line is fitted to points by gradient steps."""
