class Pairs(Dataset):
    def __getitem__(self, number):
        i, j = self.pairs[number]
        y = float(self.labels[i] != self.labels[j])
        return self.images[i], self.images[j], y


def contrastive(a, b, y):
    d = F.pairwise_distance(a, b)
    return ((1 - y) * d.pow(2) + y * F.relu(2.0 - d).pow(2)).mean()
