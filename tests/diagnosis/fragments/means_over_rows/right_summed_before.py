for epoch in range(40):
    total_loss = 0.0
    for xb, yb in val_loader:
        loss = (model(xb) - yb).pow(2).sum()
        total_loss += loss.item()
    print(total_loss / len(val_loader.dataset))
