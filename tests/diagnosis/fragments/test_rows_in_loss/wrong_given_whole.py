def fit(model, X, y):
    optimizer = torch.optim.Adam(model.parameters())
    for step in range(150):
        optimizer.zero_grad()
        loss = loss_fn(model(X), y)
        loss.backward()
        optimizer.step()


for train_idx, test_idx in StratifiedKFold(5).split(X, y):
    model = Net()
    fit(model, X, y)
    scores.append((model(X[test_idx]).argmax(1) == y[test_idx]).float().mean())
