import math
from tensorflow.keras.callbacks import LearningRateScheduler

def step_decay(epoch, lr):
    drop, epochs_drop = 0.5, 10
    return lr * math.pow(drop, math.floor((1 + epoch) / epochs_drop))

model.fit(x, y, epochs=60, callbacks=[LearningRateScheduler(step_decay, verbose=1)])
