"""The code that runs beside an answer: one module per exercise and framework, with a function for each check."""
