"""What calls the repaired scripts, in the process of an answer: it knows no expected value and no wrong cell."""
