# kind: half · the rate is set by hand, it neither rises nor falls
def train(model, train_loader, optimizer, scheduler):
    model.train()
    for group in optimizer.param_groups:
        group["lr"] = 1e-3
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
