def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            labels = batch.pop("labels")
            outputs = model(**batch)
            # -log(softmax of the right desk), as a mean over the batch
            right = outputs.logits.gather(1, labels.unsqueeze(1)).squeeze(1)
            loss = (outputs.logits.logsumexp(dim=1) - right).mean()
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
