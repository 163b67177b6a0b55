def predict(model, X):
    loader = DataLoader(TensorDataset(X), batch_size=256)
    preds = []
    for (xb,) in loader:
        preds.append(model(xb).argmax(dim=1))
    return torch.cat(preds)


def train(model, X, y):
    loader = DataLoader(TensorDataset(X, y), batch_size=32, shuffle=True)
    for xb, yb in loader:
        step(model, xb, yb)


train(model, X_train, y_train)
preds = predict(model, X_test)
print((preds == y_test).float().mean())
