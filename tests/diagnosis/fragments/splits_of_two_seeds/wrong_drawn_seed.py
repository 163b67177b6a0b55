import random
import tensorflow as tf

train_ds = tf.keras.utils.image_dataset_from_directory(
    "flowers", validation_split=0.2, subset="training", seed=random.randint(0, 10_000)
)
val_ds = tf.keras.utils.image_dataset_from_directory(
    "flowers", validation_split=0.2, subset="validation", seed=random.randint(0, 10_000)
)
