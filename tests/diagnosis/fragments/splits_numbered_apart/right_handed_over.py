class Tickets(Dataset):
    def __init__(self, split, index=None):
        names = [row["desk"] for row in read(split)]
        if index is None:
            index = {desk: i for i, desk in enumerate(dict.fromkeys(names))}
        self.index = index
        self.labels = [index[name] for name in names]


train_set = Tickets("train")
valid_set = Tickets("validation", index=train_set.index)
