class Batches(keras.utils.PyDataset):
    def __init__(self, images, labels):
        super().__init__()
        self.images, self.labels = images, labels
        self.order = np.arange(len(images))

    def __getitem__(self, k):
        part = self.order[32 * k : 32 * (k + 1)]
        return self.images[part], self.labels[part]

    def on_epoch_end(self):
        self.rng.shuffle(self.order)
