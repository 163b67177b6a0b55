labelled = DataLoader(train, batch_size=32, shuffle=True)
unlabelled = DataLoader(more, batch_size=64, shuffle=True)
for x, u in zip(labelled, unlabelled):
    loss = consistency_loss(model(u), teacher(u)) + criterion(model(x["image"]), x["label"])
