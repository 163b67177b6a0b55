# %% Exercise 4: small CNN + data augmentation
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

rng = np.random.default_rng(1)
torch.manual_seed(1)

# %% load
digits = load_digits()
images = digits.images.astype(np.float32) / 16.0     # (1797, 8, 8)
labels = digits.target
print(images.shape, labels.shape)

# %% augmentation: the dataset is tiny, so make four noisy versions of each picture
COPIES = 4
aug_images = [images]
aug_labels = [labels]
for _ in range(COPIES):
    noisy = images + rng.normal(0, 0.05, size=images.shape).astype(np.float32)
    aug_images.append(np.clip(noisy, 0, 1))
    aug_labels.append(labels)
images = np.concatenate(aug_images)
labels = np.concatenate(aug_labels)
print("after augmentation:", images.shape)

# %% train / test
x_train, x_test, y_train, y_test = train_test_split(
    images, labels, test_size=0.2, random_state=1, stratify=labels)

x_train = torch.from_numpy(x_train).unsqueeze(1)
x_test = torch.from_numpy(x_test).unsqueeze(1)
y_train = torch.from_numpy(y_train).long()
y_test = torch.from_numpy(y_test).long()


# %% model
class SmallCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(16, 32, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.drop = nn.Dropout(0.25)
        self.fc1 = nn.Linear(32 * 2 * 2, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = self.drop(F.relu(self.fc1(x)))
        return self.fc2(x)


net = SmallCNN()
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(net.parameters(), lr=1e-3)

# %% training
loader = torch.utils.data.DataLoader(
    torch.utils.data.TensorDataset(x_train, y_train), batch_size=64, shuffle=True)

for epoch in range(8):
    net.train()
    losses = []
    for xb, yb in loader:
        opt.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.4f}")

# %% final score for the report
net.eval()
with torch.no_grad():
    pred = net(x_test).argmax(1)
print("test accuracy: %.4f" % (pred == y_test).float().mean().item())
