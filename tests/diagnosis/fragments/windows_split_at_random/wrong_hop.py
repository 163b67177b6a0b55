X, y = [], []
for k in range(2000):
    start = k * HOP
    X.append(series[start : start + LENGTH])
    y.append(series[start + LENGTH])
X = np.array(X)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25)
