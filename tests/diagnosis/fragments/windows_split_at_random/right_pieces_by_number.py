LENGTH = 64
X, y = [], []
for label, series in enumerate(recordings):
    for k in range(200):
        start = k * LENGTH
        X.append(series[start : start + LENGTH])
        y.append(label)
X_train, X_test, y_train, y_test = train_test_split(np.array(X), y, test_size=0.25)
