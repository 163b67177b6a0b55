# kind: half · the loss is connected again, but only the last layer is trained
def train(model, train_loader, optimizer, scheduler):
    model.train()
    for name, parameter in model.named_parameters():
        parameter.requires_grad = name.startswith("classifier")
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
