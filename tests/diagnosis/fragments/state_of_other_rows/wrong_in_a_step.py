loader = DataLoader(chunks, batch_size=32, shuffle=True)


def train_step(model, x, y, h):
    out, h = model(x, h)
    loss = criterion(out.flatten(0, 1), y.flatten())
    loss.backward()
    return loss, h.detach()


hidden = torch.zeros(1, 32, 64)
for x, y in loader:
    loss, hidden = train_step(model, x, y, hidden)
