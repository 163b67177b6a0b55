# kind: half · logarithms, but each output by itself: all may rise together as before
def train(model, train_loader, optimizer, scheduler):
    model.train()
    loss_function = torch.nn.NLLLoss()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            labels = batch.pop("labels")
            outputs = model(**batch)
            log_probabilities = torch.nn.functional.logsigmoid(outputs.logits)
            loss = loss_function(log_probabilities, labels)
            loss.backward()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
