def make_loader(X, y, train):
    rows = TensorDataset(X, y)
    if not train:
        return DataLoader(rows, batch_size=256)
    return DataLoader(rows, batch_size=32, shuffle=True)


test_loader = make_loader(X_test, y_test, train=False)
preds = torch.cat([model(xb).argmax(1) for xb, _ in test_loader])
print((preds == y_test).float().mean())
