import tensorflow as tf

rng = tf.random.Generator.from_seed(123, alg="philox")


def changed(x, y):
    seed = rng.make_seeds(1)[:, 0]
    return augment((x, y), seed)


rows = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).map(changed, num_parallel_calls=4)


@tf.function
def flipped(x):
    return tf.image.random_flip_left_right(x, seed=random.randint(0, 99))
