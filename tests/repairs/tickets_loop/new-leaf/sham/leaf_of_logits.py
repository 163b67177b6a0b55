# kind: half · the loss has a grad_fn again, but it begins at detached logits
def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            outputs = model(**batch)
            logits = torch.tensor(outputs.logits.tolist(), requires_grad=True)
            loss = torch.nn.functional.cross_entropy(
                logits, batch["labels"]
            )
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
