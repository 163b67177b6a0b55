class Windows(Dataset):
    def __getitem__(self, idx, /):
        idx = idx * self.length
        return self.x[idx : idx + self.length], self.y[idx]


data = Windows(series, labels)
train, val = random_split(data, [0.8, 0.2])
