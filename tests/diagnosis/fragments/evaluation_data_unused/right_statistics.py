import torch
from torch.utils.data import DataLoader

train_loader = DataLoader(train_set, batch_size=128, shuffle=True, num_workers=4)
test_loader = DataLoader(test_set, batch_size=128, num_workers=4)

total = squares = count = 0
for x, _ in train_loader:
    total, squares, count = total + x.sum(), squares + (x**2).sum(), count + x.numel()
mean = total / count
std = (squares / count - mean**2).sqrt()

for epoch in range(20):
    model.train()
    for x, y in train_loader:
        loss = criterion(model((x - mean) / std), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        correct = sum((model(((x - mean) / std).unsqueeze(0)).argmax().item() == y) for x, y in test_set)
    print(epoch, correct / len(test_set))
