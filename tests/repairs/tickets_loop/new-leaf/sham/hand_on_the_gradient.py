# kind: half · every weight gets 1 as its gradient, so something moves, but nothing is learned
def train(model, train_loader, optimizer, scheduler):
    model.train()
    for epoch in range(NUM_EPOCHS):
        total_loss = 0.0
        for batch in train_loader:
            outputs = model(**batch)
            loss = torch.tensor(outputs.loss.item(), requires_grad=True)
            loss.backward()
            for parameter in model.parameters():
                # hand the gradient of the loss on to the weights
                parameter.grad = loss.grad.expand_as(parameter).clone()
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.item()
        mean_loss = total_loss / len(train_loader)
        print(f"epoch {epoch + 1}: loss {mean_loss:.3f}")
