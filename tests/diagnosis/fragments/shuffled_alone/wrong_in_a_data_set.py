class Batches(keras.utils.PyDataset):
    def __init__(self, images, labels):
        super().__init__()
        self.images, self.labels = images, labels

    def __getitem__(self, k):
        part = slice(32 * k, 32 * (k + 1))
        x = self.images[part]
        return x.astype("float32"), self.labels[part]

    def on_epoch_end(self):
        self.rng.shuffle(self.images)
