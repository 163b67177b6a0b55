running_loss = 0.0
num_batches = len(train_loader)
for epoch in range(epochs):
    model.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()
    print(f"{epoch}: {running_loss / num_batches:.4f}")
