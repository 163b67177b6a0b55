# kind: elsewhere · another number in the if: a step only where both happen to agree
def train(accelerator, model, optimizer, train_loader, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for step, batch in enumerate(train_loader):
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if step % 3 == 0:
                    optimizer.step()
                    scheduler.step()
                    optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
