class Windows(Dataset):
    def __len__(self):
        return len(self.series) - self.history - self.horizon + 1

    def __getitem__(self, i):
        a, b = i + self.history, i + self.history + self.horizon
        return self.series[i:a], self.series[a:b].mean()


data = Windows(load_curve(cfg), cfg)
train, val, test = random_split(data, [0.7, 0.1, 0.2])
