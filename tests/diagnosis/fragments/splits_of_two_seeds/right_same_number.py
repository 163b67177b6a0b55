import tensorflow as tf

SEED = 42
train_ds = tf.keras.utils.image_dataset_from_directory(
    "flowers", validation_split=0.2, subset="training", seed=42, image_size=(180, 180)
)
val_ds = tf.keras.utils.image_dataset_from_directory(
    "flowers", validation_split=0.2, subset="validation", seed=SEED, image_size=(180, 180)
)
