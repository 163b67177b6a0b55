def predict(line, xs):
    return [line["slope"] * x + line["offset"] for x in xs]


def largest_error(line, points):
    xs = [x for x, _ in points]
    return max(abs(y - value) for (_, y), value in zip(points, predict(line, xs)))
