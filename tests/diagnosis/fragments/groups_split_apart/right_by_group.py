X, y, patient = load_scans()
folds = GroupKFold(n_splits=5)
for train, test in folds.split(X, y, groups=patient):
    fit(X[train], y[train])
