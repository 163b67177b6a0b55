def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            outputs = model(**batch)
            # the tensor for backward, the number only for the sum
            outputs.loss.backward()
            loss = outputs.loss.item()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
