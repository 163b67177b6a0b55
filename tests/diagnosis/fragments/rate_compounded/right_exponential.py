import math


def scheduler(epoch, lr):
    if epoch < 10:
        return lr
    return lr * math.exp(-0.1)


callback = keras.callbacks.LearningRateScheduler(scheduler)
