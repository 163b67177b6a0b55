from tensorflow import keras

BASE = 1e-3

def schedule(epoch, lr):
    return lr if epoch < 10 else BASE * 0.95 ** (epoch - 10)

model.compile(keras.optimizers.Adam(BASE), "mse")
model.fit(x, y, epochs=50, callbacks=[keras.callbacks.LearningRateScheduler(schedule)])
