from tensorflow.keras.callbacks import LearningRateScheduler

DECAY = 0.05

def time_based(epoch, lr):
    # rate of now times the quotient of two neighbours: lr0 / (1 + DECAY * epoch)
    if epoch == 0:
        return lr
    return lr * (1 + DECAY * (epoch - 1)) / (1 + DECAY * epoch)

model.fit(x, y, epochs=40, callbacks=[LearningRateScheduler(time_based)])
