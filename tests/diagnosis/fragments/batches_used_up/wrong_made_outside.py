def data_iter(size):
    yield from range(size)


def train_rnn():
    batches = data_iter(3)
    for epoch in range(3):
        for x in batches:
            step(x)
