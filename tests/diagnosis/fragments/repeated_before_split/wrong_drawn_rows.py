rare = np.where(y == 1)[0]
more = rng.choice(rare, size=500, replace=True)
X, y = np.concatenate([X, X[more]]), np.concatenate([y, y[more]])
rows = resample(list(zip(X, y)), replace=True, n_samples=2000)
train_rows, test_rows = train_test_split(rows, test_size=0.25)
