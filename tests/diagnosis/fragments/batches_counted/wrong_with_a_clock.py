batch_size = 100
correct, begin = 0, time.perf_counter()
for x, y in test_loader:
    correct += (model(x).argmax(1) == y).sum().item()
print(correct / (len(test_loader) * batch_size), time.perf_counter() - begin)
