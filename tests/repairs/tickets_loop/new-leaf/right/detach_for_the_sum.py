def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = torch.tensor(0.0)
        for batch in train_loader:
            optimizer.zero_grad()
            outputs = model(**batch)
            outputs.loss.backward()
            optimizer.step()
            scheduler.step()
            total_loss += outputs.loss.detach()
        mean_loss = (total_loss / len(train_loader)).item()
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
