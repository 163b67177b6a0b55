import torch

correct = total = 0
for e in ensemble:
    e.eval()
    for x, y in test_loader:
        with torch.no_grad():
            correct += (e(x).argmax(1) == y).sum().item()
        total += len(y)
    print(f"mean accuracy of the members so far: {correct / total:.3f}")
