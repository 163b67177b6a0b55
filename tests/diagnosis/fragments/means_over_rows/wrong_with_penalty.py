for epoch in range(40):
    total_loss = 0.0
    for xb, yb in train_loader:
        loss = criterion(model(xb), yb) + weight * penalty(model)
        loss.backward()
        optimizer.step()
        total_loss += loss.item()
    print(total_loss / len(train_loader.dataset))
