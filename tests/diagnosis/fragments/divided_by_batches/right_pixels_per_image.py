import torch
from torch.utils.data import DataLoader

loader = DataLoader(test_set, batch_size=16)
right, images = 0, 0
for x, masks in loader:
    predicted = model(x).argmax(1)
    for p, m in zip(predicted, masks):
        right += (p == m).sum().item()
        images += 1
print("right pixels in an image, on average:", right / images, "of", masks[0].numel())
