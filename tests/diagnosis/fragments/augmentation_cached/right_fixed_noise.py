import tensorflow as tf


def add_noise(image):
    return image + tf.random.normal(tf.shape(image), stddev=0.1), image


# new noise in each epoch of the training, the same noise in each validation
train_ds = train_images.cache().shuffle(5000).map(add_noise).batch(64)
val_ds = val_images.map(add_noise).cache().batch(64)
model.fit(train_ds, validation_data=val_ds, epochs=50)
