import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.utils.data import DataLoader, Dataset, Subset

torch.manual_seed(0)


class DigitsDataset(Dataset):
    def __init__(self, transform=None):
        bunch = load_digits()
        self.images = torch.tensor(bunch.images, dtype=torch.float32).unsqueeze(1) / 16.0
        self.targets = torch.tensor(bunch.target, dtype=torch.long)
        self.transform = transform

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, index):
        img = self.images[index]
        if self.transform is not None:
            img = self.transform(img)
        return img, self.targets[index]


def to_mnist_size(img):
    img = F.interpolate(img.unsqueeze(0), size=(28, 28), mode="bilinear", align_corners=False).squeeze(0)
    return (img - 0.5) / 0.5


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5)
        self.pool = nn.MaxPool2d(2, 2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x):
        x = self.pool(F.relu(self.conv1(x)))
        x = self.pool(F.relu(self.conv2(x)))
        x = torch.flatten(x, 1)
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.fc3(x)


dataset = DigitsDataset(transform=to_mnist_size)
indices = torch.randperm(len(dataset)).tolist()
trainloader = DataLoader(Subset(dataset, indices[:1400]), batch_size=32, shuffle=True)
testloader = DataLoader(Subset(dataset, indices[1400:]), batch_size=100, shuffle=False)

net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)

for epoch in range(6):
    net.train()
    running_loss = 0.0
    for inputs, labels in trainloader:
        optimizer.zero_grad()
        outputs = net(inputs)
        loss = criterion(outputs, labels)
        loss.backward()
        optimizer.step()
        running_loss += loss.item()

    net.eval()
    correct = total = 0
    with torch.no_grad():
        for images, labels in testloader:
            predicted = net(images).argmax(1)
            total += labels.size(0)
            correct += (predicted == labels).sum().item()
    print("epoch %d: loss %.3f, accuracy %.1f %%" % (epoch + 1, running_loss / len(trainloader), 100 * correct / total))
