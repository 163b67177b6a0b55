from statistics import mean


def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        losses: list[float] = []
        for batch in train_loader:
            loss = model(**batch).loss
            assert loss.grad_fn is not None, "the loss has lost its history"
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            losses.append(float(loss.detach()))
        print(f"epoch {epoch + 1}: loss {mean(losses):.3f}")
