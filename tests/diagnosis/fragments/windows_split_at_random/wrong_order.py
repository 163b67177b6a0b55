def windows(series):
    xs, ys = [], []
    for end in range(HISTORY, len(series) - AHEAD):
        xs.append(series[end - HISTORY : end])
        ys.append(series[end - 1 + AHEAD] > series[end - 1])
    return np.array(xs), np.array(ys)


X, y = windows(np.cumsum(rng.normal(size=2600)))
order = rng.permutation(len(X))
cut = int(0.8 * len(X))
train, test = order[:cut], order[cut:]
