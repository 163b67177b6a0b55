from torch.optim.lr_scheduler import ExponentialLR

scheduler = ExponentialLR(optimizer, gamma=0.5)
best, bad = float("inf"), 0
for epoch in range(100):
    train_epoch(model, train_loader, optimizer)
    loss = evaluate(model, val_loader)
    if loss < best:
        best, bad = loss, 0
    else:
        bad += 1
    if bad == 5:
        scheduler.step()  # halve the rate when nothing gets better
        bad = 0
