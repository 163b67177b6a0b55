"""Small cells that look at the live objects of the toy's first script. Each returns the rows of a table."""


def first_points(points):
    return [{"x": x, "y": round(y, 1)} for x, y in points[:2]]


def slope_by_step(centered, make_line, step):
    line = make_line()
    rows = []
    for number in range(1, 6):
        loss = step(line, centered)
        row = {"step": number, "slope": line["slope"], "loss": loss}
        rows.append(row)
    return rows


def before_training(line, centered):
    heights = [abs(y) for _, y in centered]
    return [{"largest distance": max(heights), **line}]
