from collections import namedtuple

from torch.optim.lr_scheduler import LRScheduler

Made = namedtuple("Made", ["lr_scheduler", "num_training_steps"])


class Linear(LRScheduler):
    def __init__(self, optimizer, steps):
        self.steps = steps
        super().__init__(optimizer)

    def get_lr(self):
        left = max(self.steps - self.last_epoch, 0)
        return [rate * left / self.steps for rate in self.base_lrs]


def make_schedule(optimizer, train_dataloader, num_epochs):
    rows, size = len(train_dataloader.dataset), train_dataloader.batch_size
    steps = num_epochs * (rows // size + bool(rows % size))
    return Made(lr_scheduler=Linear(optimizer, steps), num_training_steps=steps)
