def data_iter(size):
    yield from range(size)


def train_rnn():
    batches = data_iter(3)
    for x in batches:
        step(x)


def train_regression():
    batches = DataLoader(rows)
    for epoch in range(3):
        for x in batches:
            step(x)
