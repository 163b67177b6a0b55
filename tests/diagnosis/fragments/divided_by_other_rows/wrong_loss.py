val_loss = 0.0
model.eval()
with torch.no_grad():
    for x, y in val_loader:
        val_loss += criterion(model(x), y).item()
val_loss = val_loss / len(train_loader)
print(f"val loss {val_loss:.4f}")
