xs = DataLoader(x_train, batch_size=32, shuffle=True)
ys = DataLoader(y_train, batch_size=32, shuffle=True)
for step, (x, y) in enumerate(zip(xs, ys)):
    out = model(x)
    loss = criterion(out, y)
    loss.backward()
