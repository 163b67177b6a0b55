import torch

for p in model.parameters():
    p.requires_grad_(False)
model.eval()
fooled = total = 0
for x, y in test_loader:
    # the model stays as it is; only the change of the images is optimised
    delta = torch.zeros_like(x, requires_grad=True)
    optimizer = torch.optim.Adam([delta], lr=0.01)
    for _ in range(40):
        loss = -criterion(model(x + delta), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        delta.data.clamp_(-8 / 255, 8 / 255)
    fooled += (model(x + delta).argmax(1) != y).sum().item()
    total += len(y)
print(f"fooled: {fooled / total:.2%}")
