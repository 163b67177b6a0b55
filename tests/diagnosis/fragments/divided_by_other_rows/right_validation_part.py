from torch.utils.data import DataLoader, Subset

# the training rows once more, without augmentation
correct = 0
eval_loader = DataLoader(Subset(plain_set, train_indices), batch_size=512)
for images, labels in eval_loader:
    correct += (model(images).argmax(1) == labels).sum().item()
print("accuracy on the training rows:", correct / len(train_indices))
