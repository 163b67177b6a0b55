import time

train_seconds = 0.0
for epoch in range(epochs):
    for x, y in loader:
        start = time.perf_counter()
        step(x, y)
        train_seconds += time.perf_counter() - start
    ms = 1000 * (train_seconds / len(loader)) / (epoch + 1)
    print(f"epoch {epoch}: {ms:.1f} ms per batch")
