import tensorflow as tf

PHOTOS = "data/photos"


class Photos:
    def __init__(self, seed=123):
        self.seed = seed
        self.train = tf.keras.utils.image_dataset_from_directory(
            PHOTOS, validation_split=0.2, subset="training", seed=seed
        )

    def validation(self):
        return tf.keras.utils.image_dataset_from_directory(
            PHOTOS, validation_split=0.2, subset="validation", seed=self.seed
        )
