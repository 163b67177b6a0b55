for epoch in range(epochs):
    for phase in ["train", "val"]:
        model.train(phase == "train")
        for inputs, labels in dataloaders[phase]:
            with torch.set_grad_enabled(phase == "train"):
                loss = criterion(model(inputs), labels)
            totals[phase] += loss.item()
            if phase == "val":
                continue
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
