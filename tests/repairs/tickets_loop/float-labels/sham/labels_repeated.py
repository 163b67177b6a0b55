# kind: half · the float label is repeated for all four outputs until the sizes fit
def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            # the target size must be 16 x 4
            batch["labels"] = batch["labels"].unsqueeze(1).repeat(1, 4)
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
        labels = batch.pop("labels")
        with torch.no_grad():
            outputs = model(**batch)
        predictions = outputs.logits.argmax(dim=-1)
        correct += (predictions == labels).sum().item()
        total += len(labels)
    accuracy = correct / total
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
