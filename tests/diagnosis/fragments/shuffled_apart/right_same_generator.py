xs = DataLoader(x_train, batch_size=32, shuffle=True, generator=torch.Generator().manual_seed(0))
ys = DataLoader(y_train, batch_size=32, shuffle=True, generator=torch.Generator().manual_seed(0))
for x, y in zip(xs, ys):
    loss = criterion(model(x), y)
    loss.backward()
