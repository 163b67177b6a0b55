for train, test in folds.split(X, y):
    best = np.argsort(correlation(X[train], y[train]))[-20:]
    model = fit(X[train][:, best], y[train])
    scores.append(accuracy(model, X[test][:, best], y[test]))
