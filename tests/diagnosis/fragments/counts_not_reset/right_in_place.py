correct = torch.zeros((), device=device)
for epoch in range(12):
    correct.zero_()
    for xb, yb in test_loader:
        correct += (model(xb).argmax(1) == yb).sum()
    print(epoch, (correct / len(test_set)).item())
