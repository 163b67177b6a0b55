def train_epoch(model):
    total_loss = 0.0
    for xb, yb in train_loader:
        total_loss += step(model, xb, yb)
    return total_loss / len(train_loader)


def validate(model):
    total_loss = sum(criterion(model(xb), yb).item() for xb, yb in val_loader)
    return total_loss / len(val_loader)
