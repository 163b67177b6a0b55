class LearningRateScheduler:
    def __init__(self, rule, optimizer):
        self.rule, self.optimizer = rule, optimizer
        self.base_lr = optimizer.param_groups[0]["lr"]

    def step(self, epoch):
        for group in self.optimizer.param_groups:
            group["lr"] = self.rule(epoch, self.base_lr)

scheduler = LearningRateScheduler(lambda epoch, lr: lr * 0.95 ** epoch, optimizer)
for epoch in range(50):
    scheduler.step(epoch)
    train_one_epoch(model, loader, optimizer)
