for epoch in range(epochs):
    model.train()
    for x, y in train_loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = criterion(model(x.cuda()), y.cuda())
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
    model.eval()
    for x, y in val_loader:
        optimizer.zero_grad()
        with torch.autocast("cuda"):
            loss = criterion(model(x.cuda()), y.cuda())
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        val_loss += loss.item()
