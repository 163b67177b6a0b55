class Rows(Dataset):
    def __getitem__(self, idx):
        return self.x[idx : idx + 1], self.y[idx]


lstm = nn.LSTM(8, 16)
train, val = random_split(Rows(x, y), [0.8, 0.2])
