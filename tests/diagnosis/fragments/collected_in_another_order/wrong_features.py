loader = DataLoader(train_set, batch_size=64, shuffle=True)
features = []
with torch.no_grad():
    for images, _ in loader:
        features.append(encoder(images))
features = torch.cat(features).numpy()
probe = LogisticRegression().fit(features, train_labels)
