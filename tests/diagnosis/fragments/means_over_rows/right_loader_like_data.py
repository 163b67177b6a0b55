from torch.utils.data import DataLoader

train_data = DataLoader(train_set, batch_size=64, shuffle=True)
for epoch in range(20):
    train_loss = 0
    for image, label in train_data:
        loss = criterion(net(image), label)
        loss.backward()
        train_loss += loss.item()
    print(train_loss / len(train_data))
