import numpy as np
from tensorflow.keras.datasets import cifar10

(images, labels), _ = cifar10.load_data()
images = np.random.permutation(images)[:20000]
images = images.astype("float32") / 127.5 - 1
for epoch in range(epochs):
    for start in range(0, len(images), batch_size):
        train_step(images[start : start + batch_size])
