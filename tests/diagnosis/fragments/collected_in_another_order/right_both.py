loader = DataLoader(train_set, batch_size=64, shuffle=True)
features, labels = [], []
with torch.no_grad():
    for images, y in loader:
        features.append(encoder(images))
        labels.append(y)
X = torch.cat(features).numpy()
y = torch.cat(labels).numpy()
probe = LogisticRegression().fit(X, y)
