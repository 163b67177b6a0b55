def windows(series):
    xs = []
    for end in range(HISTORY, len(series)):
        xs.append(series[end - HISTORY : end])
    return np.array(xs)


X = windows(train_series)
for epoch in range(epochs):
    order = rng.permutation(len(X))
    for begin in range(0, len(X), 32):
        step(X[order[begin : begin + 32]])
