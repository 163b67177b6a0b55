def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            loss = model(**batch).loss
            model.zero_grad(set_to_none=True)
            loss.backward()
            norm = sum(
                parameter.grad.norm().item()
                for parameter in model.parameters()
                if parameter.grad is not None
            )
            assert norm > 0, "the optimizer has no gradient to use"
            optimizer.step()
            scheduler.step()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
