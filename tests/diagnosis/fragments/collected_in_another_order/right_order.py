loader = DataLoader(train_set, batch_size=64, shuffle=True)
plain = DataLoader(train_set, batch_size=64)
features = torch.cat([encoder(images) for images, _ in plain])
probe = LogisticRegression().fit(features.numpy(), train_labels)
for images, y in loader:
    losses.append(loss_function(model(images), y).item())
