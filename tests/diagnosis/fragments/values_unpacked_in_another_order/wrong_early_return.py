def get_batch(data, i, size):
    if i + size >= len(data):
        return None, None
    x = data[i : i + size]
    y = data[i + 1 : i + 1 + size]
    return x, y


for i in range(0, len(data), size):
    y, x = get_batch(data, i, size)
    if x is None:
        break
    loss = criterion(model(x), y)
    loss.backward()
