import itertools


def draw(size=64):
    while True:
        inputs = torch.randn(size, 6)
        yield inputs, rule(inputs)


def around(loader):
    for epoch in itertools.count():
        for batch in loader:
            yield batch


stream, rows, again, asked = draw(), around(loader), itertools.cycle(loader), iter(queue.get, None)
numbered = (make(seed) for seed in itertools.count())
for epoch in range(12):
    for number, (inputs, targets) in enumerate(stream, 1):
        train(inputs, targets)
        if number == 100:
            break
    for batch in rows:
        if train(batch):
            break
    for batch in again:
        if train(batch):
            break
    for batch in asked:
        train(batch)
    for batch in numbered:
        if train(batch):
            break
