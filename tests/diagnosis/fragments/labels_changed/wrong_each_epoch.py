import numpy as np

x_train, y_train = np.load("x.npy"), np.load("y.npy")
for epoch in range(20):
    np.random.shuffle(x_train)
    for i in range(0, len(x_train), 32):
        model.train_on_batch(x_train[i : i + 32], y_train[i : i + 32])
