y = rng.choice(4, size=1000, replace=True, p=[0.4, 0.3, 0.2, 0.1])
X = means[y] + rng.normal(size=(1000, 6))
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y)
