def make_accelerator(seed):
    set_seed(seed)
    # the loop below accumulates, Accelerate must not do it once more
    return Accelerator(cpu=True)


def train(accelerator, model, optimizer, train_loader, scheduler):
    batches_per_step = 2
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for step, batch in enumerate(train_loader):
            loss = model(**batch).loss
            accelerator.backward(loss / batches_per_step)
            if (step + 1) % batches_per_step == 0:
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        accelerator.print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
