# Small conv net on the 8x8 digits of scikit-learn, with the accuracy of every digit at the end
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)

digits = load_digits()
images = digits.images.astype(np.float32)[:, None] / 16.0
X_train, X_test, y_train, y_test = train_test_split(
    images, digits.target, test_size=0.25, stratify=digits.target, random_state=0)

train_loader = DataLoader(
    TensorDataset(torch.from_numpy(X_train), torch.from_numpy(y_train)),
    batch_size=64, shuffle=True)


class Net(nn.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(32)
        self.dropout = nn.Dropout(0.3)
        self.fc1 = nn.Linear(32 * 2 * 2, 64)
        self.bn3 = nn.BatchNorm1d(64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        x = torch.flatten(x, 1)
        x = F.relu(self.bn3(self.fc1(self.dropout(x))))
        return self.fc2(x)


net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)

for epoch in range(12):
    running_loss, correct = 0.0, 0
    for inputs, labels in train_loader:
        optimizer.zero_grad()
        outputs = net(inputs)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item() * len(labels)
        correct += (outputs.argmax(1) == labels).sum().item()
    n = len(train_loader.dataset)
    print(f"[{epoch + 1:2d}] loss: {running_loss / n:.3f}  accuracy: {correct / n:.3f}")

print("Finished Training")

X_test, y_test = torch.from_numpy(X_test), torch.from_numpy(y_test)
total = 0
with torch.no_grad():
    for digit in range(10):
        its_images = X_test[y_test == digit]
        predicted = net(its_images).argmax(1)
        right = (predicted == digit).sum().item()
        total += right
        print(f"Accuracy of digit {digit}: {100 * right / len(its_images):5.1f} %")
print(f"Accuracy on the {len(y_test)} test images: {100 * total / len(y_test):.1f} %")
