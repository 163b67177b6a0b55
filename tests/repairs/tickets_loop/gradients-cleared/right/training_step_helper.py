def training_step(model, batch, optimizer, scheduler) -> float:
    """One batch: forward, backward, step, and only then clear."""
    loss = model(**batch).loss
    loss.backward()
    optimizer.step()
    scheduler.step()
    for parameter in model.parameters():
        parameter.grad = None
    return loss.item()


def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(1, NUM_EPOCHS + 1):
        losses = [
            training_step(model, batch, optimizer, scheduler)
            for batch in train_loader
        ]
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}")
