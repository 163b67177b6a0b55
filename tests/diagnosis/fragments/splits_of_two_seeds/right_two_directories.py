import keras

source_train = keras.utils.image_dataset_from_directory(
    directory="data/amazon", validation_split=0.2, subset="training", seed=10
)
target_val = keras.utils.image_dataset_from_directory(
    directory="data/webcam", validation_split=0.5, subset="validation", seed=11
)
