"""`from course import doctor; doctor.look(trainer)`: what is wrong with a Trainer, or a model, that lives in a notebook or a script."""

from course.notebook.running.doctor import look

__all__ = ["look"]
