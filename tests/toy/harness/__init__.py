"""What calls the answers to the toy's exercise. It knows no expected value."""
