class Pieces(Dataset):
    """Pieces of a series that do not touch each other."""

    def __getitem__(self, i):
        a = i * self.length
        return self.series[a : a + self.length], self.labels[i]


data = Pieces(series, labels)
train, val = random_split(data, [0.8, 0.2])
