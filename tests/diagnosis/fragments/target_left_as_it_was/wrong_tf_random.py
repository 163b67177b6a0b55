import tensorflow as tf

def augment(image, mask):
    image = tf.image.random_flip_left_right(image)
    image = tf.image.random_brightness(image, 0.1)
    return image, mask

train = tf.data.Dataset.from_tensor_slices((images, masks)).map(augment).batch(16)
