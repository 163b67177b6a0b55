loader = DataLoader(chunks, batch_size=32, shuffle=True)
for epoch in range(10):
    for x, y in loader:
        hidden = model.begin(len(x))
        out, hidden = model(x, hidden)
        loss = criterion(out.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
