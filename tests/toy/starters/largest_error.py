def predict(line, xs):
    """Return where a line is at each x, as a list of numbers.

    `line` is a dictionary with `slope` and `offset`.
    """
    raise NotImplementedError


def largest_error(line, points):
    """Return the distance, up or down, between a line and the furthest of some points, which are pairs (x, y)."""
    raise NotImplementedError
