"""The toy's second script: words are counted, and the script is put together cell by cell."""
