from torch.utils.data import ConcatDataset, DataLoader

train_val = ConcatDataset([VOCDetection(root, "2007", "trainval"), VOCDetection(root, "2012", "trainval")])
train_val_loader = DataLoader(train_val, batch_size=16, shuffle=True, drop_last=True, collate_fn=collate)
test_loader = DataLoader(VOCDetection(root, "2007", "test"), batch_size=16, collate_fn=collate)

for images, targets in train_val_loader:
    loss = sum(model(images, targets).values())
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
