# kind: half · steps are taken, but zero_grad stays in the if and is always ignored
def train(accelerator, model, optimizer, train_loader, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for step, batch in enumerate(train_loader):
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                optimizer.step()
                scheduler.step()
                if step % 2 == 0:
                    optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
