import numpy as np

np.random.shuffle(images)
model.fit(images, labels, epochs=10, validation_split=0.2)
