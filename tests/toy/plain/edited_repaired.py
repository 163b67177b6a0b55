"""Cells that an edition of the toy's page changed, repaired."""


def distance(line, centered):
    far = max(x for x, _ in centered)
    return [{"farthest": line["slope"] * far + line["offset"]}]
