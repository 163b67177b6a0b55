for epoch in range(25):
    for xb, yb in train_loader:
        loss = F.mse_loss(model(xb), yb)
        loss += 1e-3 * model.weight.abs().sum()
        loss.backward()
        optimizer.step()
    loss = F.mse_loss(model(X_val), y_val, reduction="sum")
    print(loss / len(X_val))
