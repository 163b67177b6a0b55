for i in range(epochs):
    for i in range(0, len(x), batch_size):
        train(x[i : i + batch_size])
for i in range(3):
    parts = [x[i : i + batch_size] for i in range(0, len(x), batch_size)]
for i in range(len(x) // batch_size):
    bar = "\x1b[0m"
    start = i
    start *= batch_size
    test(x[start : start + batch_size], bar)
