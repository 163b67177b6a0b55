class Sequences(Dataset):
    def __getitem__(self, idx):
        lo, hi = self.offsets[idx : idx + 2]
        return self.x[lo:hi], self.y[idx]


lstm = nn.LSTM(8, 16)
data = Sequences(series, labels)
train, val = random_split(data, [0.8, 0.2])
