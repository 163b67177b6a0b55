class Falling:
    def __init__(self, optimizer, steps):
        self.optimizer, self.steps, self.done = optimizer, steps, 0
        self.first = [group["lr"] for group in optimizer.param_groups]

    def step(self):
        self.done += 1
        for group, first in zip(self.optimizer.param_groups, self.first):
            group["lr"] = first * (self.steps - self.done) / self.steps


def make_schedule(optimizer, train_dataloader, num_epochs):
    steps = num_epochs * len(train_dataloader)
    return Falling(optimizer, steps), steps
