a = DataLoader(TensorDataset(xa, ya), batch_size=32, shuffle=True)
b = DataLoader(TensorDataset(xb, yb), batch_size=32, shuffle=True)
for (x1, y1), (x2, y2) in zip(a, b):
    loss = criterion(model.a(x1), y1) + criterion(model.b(x2), y2)
    loss.backward()
