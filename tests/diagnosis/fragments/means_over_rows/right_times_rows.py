for epoch in range(40):
    test_loss = 0.0
    for xb, yb in test_loader:
        batch_loss = criterion(model(xb), yb) * len(xb)
        test_loss += batch_loss.item()
    print(test_loss / len(test_loader.dataset))
