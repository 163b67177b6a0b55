import torch

bad_batches = 0
for epoch in range(epochs):
    for x, y in train_loader:
        optimizer.zero_grad()
        loss = criterion(model(x.to(device)), y.to(device))
        if torch.isfinite(loss):
            loss.backward()
            optimizer.step()
        else:
            bad_batches += 1
            print("skipped a batch with loss", loss.item())
    if bad_batches > 100:
        print("too many batches without a finite loss")
        break
