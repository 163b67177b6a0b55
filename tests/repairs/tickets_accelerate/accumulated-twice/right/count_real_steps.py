def train_batch(accelerator, model, optimizer, scheduler, batch) -> float:
    with accelerator.accumulate(model):
        loss = model(**batch).loss
        accelerator.backward(loss)
        # ignored until the gradients of two batches have come together
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    return loss.item()


def train(accelerator, model, optimizer, train_loader, scheduler):
    model.train()
    taken = 0
    for epoch in range(NUM_EPOCHS):
        losses = []
        for batch in train_loader:
            losses.append(
                train_batch(accelerator, model, optimizer, scheduler, batch)
            )
            taken += int(accelerator.sync_gradients)
        mean_loss = sum(losses) / len(losses)
        accelerator.print(
            f"epoch {epoch + 1}: loss {mean_loss:.3f} after {taken} steps"
        )
