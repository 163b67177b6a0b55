from tensorflow import keras

def schedule(epoch, lr):
    lr = lr * 0.95 ** epoch
    print(f"epoch {epoch}: learning rate {lr:.5f}")
    return lr

model.fit(x, y, epochs=50, callbacks=[keras.callbacks.LearningRateScheduler(schedule)])
