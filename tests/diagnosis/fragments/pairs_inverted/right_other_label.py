class Pairs(Dataset):
    def __getitem__(self, number):
        i, j = self.pairs[number]
        y = float(self.labels[i] != self.labels[j])
        return self.images[i], self.images[j], y


def contrastive(a, b, y, margin=2.0):
    d = F.pairwise_distance(a, b)
    return ((1 - y) * d.pow(2) + y * F.relu(margin - d).pow(2)).mean()
