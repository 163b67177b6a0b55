import keras
from keras import layers

flips = keras.Sequential([layers.RandomFlip("horizontal"), layers.RandomRotation(0.1)])

train_ds = keras.utils.image_dataset_from_directory("photos", image_size=(180, 180))
train_ds = train_ds.map(lambda x, y: (flips(x, training=True), y))
train_ds = train_ds.cache().prefetch(1)
