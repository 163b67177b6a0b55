loader = DataLoader(chunks, batch_size=32, shuffle=True)
hidden = None
for epoch in range(10):
    for x, y in loader:
        out, hidden = model(x, hidden)
        hidden = tuple(h.detach() for h in hidden)
        loss = criterion(out.flatten(0, 1), y.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
