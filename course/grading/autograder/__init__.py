"""Grades the work of one student where another system asks for it: Gradescope's autograder, a job of GitHub Actions."""
