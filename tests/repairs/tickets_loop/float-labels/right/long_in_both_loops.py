def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            batch["labels"] = batch["labels"].to(torch.long)
            outputs = model(**batch)
            loss = outputs.loss
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")


def evaluate(model, eval_loader):
    model.eval()
    correct = 0
    total = 0
    for batch in eval_loader:
        batch["labels"] = batch["labels"].to(torch.long)
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        correct += (predictions == batch["labels"]).sum().item()
        total += len(batch["labels"])
    accuracy = correct / total
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
