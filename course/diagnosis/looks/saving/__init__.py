"""What is saved of a training, and read back."""
