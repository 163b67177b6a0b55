import tensorflow as tf

def decay(epoch, lr):
    return lr * 0.9 ** epoch

callback = tf.keras.callbacks.LearningRateScheduler(schedule=decay, verbose=1)
model.fit(x, y, epochs=30, callbacks=[callback])
