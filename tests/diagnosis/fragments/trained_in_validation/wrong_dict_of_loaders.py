for epoch in range(num_epochs):
    for x, y in dataloaders["train"]:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    correct = 0
    for x, y in dataloaders["val"]:
        optimizer.zero_grad()
        out = model(x)
        loss = criterion(out, y)
        loss.backward()
        optimizer.step()
        correct += (out.argmax(1) == y).sum().item()
    print(epoch, correct / len(dataloaders["val"].dataset))
