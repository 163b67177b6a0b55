import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(42)
rng = np.random.default_rng(42)

digits = load_digits()
images = torch.from_numpy(digits.images).float().unsqueeze(1) / 16.0
labels = torch.from_numpy(digits.target).long()
order = torch.from_numpy(rng.permutation(len(images)))
train_idx, test_idx = order[:1400], order[1400:]


class DigitNet(nn.Module):
    def __init__(self, n_classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(32)
        self.drop = nn.Dropout(0.3)
        self.fc = nn.Linear(32 * 2 * 2, n_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        x = self.drop(x.flatten(1))
        return self.fc(x)


net = DigitNet()
opt = torch.optim.Adam(net.parameters(), lr=2e-3)
loader = DataLoader(TensorDataset(images[train_idx], labels[train_idx]), batch_size=64, shuffle=True)

for epoch in range(8):
    net.train()
    correct = 0
    for x, y in loader:
        logits = net(x)
        loss = F.cross_entropy(logits, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        correct += (logits.argmax(1) == y).sum().item()
    print(f"epoch {epoch}: loss {loss.item():.3f}  train acc {correct / len(train_idx):.3f}")


@torch.no_grad()
def classify(image):
    """Digit seen on one single 1x8x8 image."""
    return net(image.unsqueeze(0)).argmax(1).item()


hits = sum(classify(images[i]) == labels[i].item() for i in test_idx)
print(f"single-image accuracy on {len(test_idx)} new digits: {hits / len(test_idx):.3f}")
