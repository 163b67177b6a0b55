batch_size = 100
for epoch in range(10):
    begin = time.perf_counter()
    train_epoch(model, train_loader)
    seconds = time.perf_counter() - begin
    print(f"{1e6 * seconds / (len(train_loader) * batch_size):.1f} us per example")
