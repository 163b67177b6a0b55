def train(accelerator, model, optimizer, train_loader, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for step, batch in enumerate(train_loader, start=1):
            # my own accumulation, so no accelerator.accumulate here;
            # accelerator.backward divides by gradient_accumulation_steps
            loss = model(**batch).loss
            accelerator.backward(loss)
            every = accelerator.gradient_accumulation_steps
            if step % every == 0 or step == len(train_loader):
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
