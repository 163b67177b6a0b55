scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.97)
for epoch in range(500):
    train_epoch(model, optimizer)
    scheduler.step()
    loss = evaluate(model)
    if loss < best:
        best, bad = loss, 0
    else:
        bad += 1
        if bad == 8:
            break
