def compute_loss(model, batch):
    outputs = model(**batch)
    return torch.nn.functional.cross_entropy(
        outputs.logits, batch["labels"]
    )


def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            loss = compute_loss(model, batch)
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
