loader = DataLoader(chunks, batch_size=32, shuffle=False, drop_last=True)
for epoch in range(10):
    hidden = None
    for x, y in loader:
        out, hidden = model(x, hidden)
        hidden = hidden.detach()
