import torch
from torch.utils.data import DataLoader
from torchvision.utils import save_image

train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
test_loader = DataLoader(test_set, batch_size=64)

for epoch in range(5):
    for x, _ in train_loader:
        train_autoencoder(x)
for epoch in range(50):
    for x, _ in train_loader:
        train_gan(x)
    generator.eval()
    with torch.no_grad():
        save_image(generator(fixed_noise), f"samples/{epoch:03d}.png")
    generator.train()
