import tensorflow as tf


def decay(epoch, lr):
    return float(lr * tf.math.exp(-0.05 * epoch))


model.fit(x, y, epochs=30, callbacks=[tf.keras.callbacks.LearningRateScheduler(decay)])
