class Tickets(Dataset):
    def __init__(self, split, index=None):
        names = [row["desk"] for row in read(split)]
        if index is None:
            index = {desk: i for i, desk in enumerate(dict.fromkeys(names))}
        self.index = index
        self.labels = [index[name] for name in names]


def encode(names, index=None):
    if index is not None:
        return [index[name] for name in names], index
    index = {name: i for i, name in enumerate(dict.fromkeys(names))}
    labels = [index[name] for name in names]
    return labels, index


def speakers(names, known):
    codes, ids = pd.factorize(names) if known is None else (known.get_indexer(names), known)
    return codes, ids


train_set = Tickets("train")
valid_set = Tickets("validation", index=train_set.index)
y_train, index = encode(train_names)
y_test, _ = encode(test_names, index)
a, known = speakers(train_names, None)
b, _ = speakers(test_names, known)
