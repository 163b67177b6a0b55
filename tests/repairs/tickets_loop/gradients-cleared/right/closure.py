def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:

            def closure():
                optimizer.zero_grad()
                loss = model(**batch).loss
                loss.backward()
                return loss

            loss = optimizer.step(closure)
            scheduler.step()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
