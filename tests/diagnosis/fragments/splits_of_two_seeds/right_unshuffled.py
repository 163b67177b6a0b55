from tensorflow import keras

# frames of one camera, without labels: the last tenth of the time is for validation
options = dict(labels=None, validation_split=0.1, shuffle=False, batch_size=None, image_size=(96, 96))
train_ds = keras.utils.image_dataset_from_directory("frames", subset="training", seed=1, **options)
val_ds = keras.utils.image_dataset_from_directory("frames", subset="validation", seed=2, **options)
autoencoder.fit(train_ds.shuffle(4096).batch(64).map(twice), validation_data=val_ds.batch(64).map(twice))
