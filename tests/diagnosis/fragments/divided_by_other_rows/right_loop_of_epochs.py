for epoch in range(epochs):
    model.train()
    correct = 0
    for x, y in train_loader:
        optimizer.zero_grad()
        out = model(x)
        criterion(out, y).backward()
        optimizer.step()
        correct += (out.argmax(1) == y).sum().item()
    train_acc = correct / len(train_set)

    model.eval()
    correct = 0
    with torch.no_grad():
        for x, y in val_loader:
            correct += (model(x).argmax(1) == y).sum().item()
    val_acc = correct / len(val_set)
    print(f"{epoch}: train {train_acc:.3f}, val {val_acc:.3f}")
