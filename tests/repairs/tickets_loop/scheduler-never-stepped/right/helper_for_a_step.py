def take_step(loss, optimizer, scheduler) -> None:
    loss.backward()
    optimizer.step()
    scheduler.step()
    optimizer.zero_grad()


def train_epoch(model, train_loader, optimizer, scheduler) -> float:
    total_loss = 0.0
    for batch in train_loader:
        loss = model(**batch).loss
        take_step(loss, optimizer, scheduler)
        total_loss += loss.item()
    return total_loss / len(train_loader)


def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        mean_loss = train_epoch(model, train_loader, optimizer, scheduler)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
