import tensorflow as tf


def add_noise(x):
    return x + np.random.normal(size=x.shape)


@tf.function
def forward(x):
    return model(x, training=False)


def sample(n):
    return forward(add_noise(np.zeros((n, 2))))
