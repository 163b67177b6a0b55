strength = np.abs(correlation(X[train_idx], y[train_idx]))
best = np.argsort(strength)[-20:]
X = X[:, best]
model = fit(X[train_idx], y[train_idx])
print(accuracy(model, X[test_idx], y[test_idx]))
