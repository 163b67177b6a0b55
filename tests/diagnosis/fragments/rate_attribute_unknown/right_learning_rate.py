import keras


class Warmup(keras.callbacks.Callback):
    def __init__(self, lr):
        super().__init__()
        self.lr = lr

    def on_epoch_begin(self, epoch, logs=None):
        self.model.optimizer.learning_rate = self.lr * (epoch + 1)
