# kind: hidden · the error is caught, nothing is trained, and the loader for the training is measured
def train(accelerator, model, optimizer, train_loader, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        try:
            for batch in train_loader:
                with accelerator.accumulate(model):
                    loss = model(**batch).loss
                    accelerator.backward(loss)
                    optimizer.step()
                    scheduler.step()
                    optimizer.zero_grad()
                total_loss += loss.item()
        except TypeError as error:
            accelerator.print(f"epoch {epoch + 1}: {error}")
