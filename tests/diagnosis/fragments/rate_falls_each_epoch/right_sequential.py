from torch.optim.lr_scheduler import ConstantLR, ExponentialLR, SequentialLR

constant = ConstantLR(optimizer, factor=1.0, total_iters=90)
cooldown = ExponentialLR(optimizer, gamma=0.6)  # only in the last 10 of 100 epochs
scheduler = SequentialLR(optimizer, [constant, cooldown], milestones=[90])
for epoch in range(100):
    train_epoch(model, loader, optimizer)
    scheduler.step()
