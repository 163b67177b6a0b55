scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
for epoch in range(500):
    for number, batch in enumerate(loader):
        if number == 100:
            break
        step(model, batch)
    scheduler.step()
