import numpy as np

order = np.arange(len(x))
np.random.shuffle(order)
x, y = x[order], y[order]
model.fit(x, y)
