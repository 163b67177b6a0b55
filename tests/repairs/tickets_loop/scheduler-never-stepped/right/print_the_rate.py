def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        rates: list[float] = []
        for batch in train_loader:
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            rates.append(scheduler.get_last_lr()[0])
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        assert max(rates) > 0, "no step of this epoch had a learning rate"
        mean_loss = total_loss / len(train_loader)
        print(
            f"epoch {epoch + 1}: loss {mean_loss:.3f}, "
            f"rate {rates[0]:.1e} to {rates[-1]:.1e}"
        )
