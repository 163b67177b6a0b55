import numpy as np

rng = np.random.default_rng(0)
w, b = np.zeros(X_train.shape[1]), 0.0
for epoch in range(50):
    total_loss = 0.0
    for i in rng.permutation(len(X_train)):
        error = X_train[i] @ w + b - y_train[i]
        loss = 0.5 * error**2
        w -= 0.01 * error * X_train[i]
        b -= 0.01 * error
        total_loss += loss
    print(epoch, total_loss / len(X_train))
