import torch

x, y = torch.load("train.pt")
perm = torch.randperm(len(x))
x = x[perm]
for i in range(0, len(x), 64):
    loss = criterion(model(x[i : i + 64]), y[i : i + 64])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
