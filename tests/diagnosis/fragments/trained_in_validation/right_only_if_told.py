def train_or_evaluate(loader, training):
    model.train(training)
    with torch.set_grad_enabled(training):
        for xb, yb in loader:
            loss = criterion(model(xb), yb)
            if training:
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()


for epoch in range(15):
    for phase in ("train", "val"):
        train_or_evaluate(loaders[phase], training=phase == "train")
