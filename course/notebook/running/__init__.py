"""The runtime of notebooks: their cells import it through `course.kit`."""
