def record():
    blocks, labels = [], []
    for number in range(40):
        blocks.append(windows_of(number))
        labels += [number % 2] * WINDOWS
    return np.concatenate(blocks), np.array(labels)


X, y = record()
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=8)
