import torch
import torch.nn as nn
import torch.optim as optim
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(1)
torch.set_num_threads(1)

digits = load_digits()
images = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
labels = torch.tensor(digits.target, dtype=torch.long)
x_tr, x_te, y_tr, y_te = train_test_split(images, labels, test_size=0.25, random_state=1, stratify=labels)
train_loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=64, shuffle=True)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 16, 3, padding=1)
        self.bn1 = nn.BatchNorm2d(16)
        self.conv2 = nn.Conv2d(16, 32, 3, padding=1)
        self.bn2 = nn.BatchNorm2d(32)
        self.pool = nn.MaxPool2d(2)
        self.drop = nn.Dropout(0.5)
        self.fc1 = nn.Linear(32 * 2 * 2, 64)
        self.fc2 = nn.Linear(64, 10)

    def forward(self, x):
        x = self.pool(torch.relu(self.bn1(self.conv1(x))))
        x = self.pool(torch.relu(self.bn2(self.conv2(x))))
        x = self.drop(torch.flatten(x, 1))
        x = self.drop(torch.relu(self.fc1(x)))
        return self.fc2(x)


net = Net()
criterion = nn.CrossEntropyLoss()
optimizer = optim.Adam(net.parameters(), lr=2e-3)

net.train()
for epoch in range(25):
    running_loss, correct = 0.0, 0
    for inputs, targets in train_loader:
        optimizer.zero_grad()
        outputs = net(inputs)
        loss = criterion(outputs, targets)
        loss.backward()
        optimizer.step()
        running_loss += loss.item() * len(targets)
        correct += (outputs.argmax(1) == targets).sum().item()
    if epoch % 5 == 4:
        print(f"[{epoch + 1}] loss: {running_loss / len(x_tr):.3f}  train acc: {correct / len(x_tr):.3f}")

print("Finished Training")
net.eval()


def predict(image):
    with torch.no_grad():
        return net(image.unsqueeze(0)).argmax(1).item()


correct = sum(predict(image) == label.item() for image, label in zip(x_te, y_te))
print(f"Accuracy on the {len(x_te)} test images: {100 * correct / len(x_te):.1f} %")
