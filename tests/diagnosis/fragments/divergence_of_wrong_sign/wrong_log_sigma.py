import tensorflow as tf


def kl(mean, log_sigma):
    return 0.5 * tf.reduce_sum(1 + 2 * log_sigma - tf.square(mean) - tf.exp(2 * log_sigma), axis=1)


with tf.GradientTape() as tape:
    mean, log_sigma = encoder(x)
    z = mean + tf.exp(log_sigma) * tf.random.normal(tf.shape(mean))
    loss = tf.reduce_mean(reconstruction(x, decoder(z)) + kl(mean, log_sigma))
