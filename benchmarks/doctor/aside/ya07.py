# transfer learning: train a CNN on digits 0-5, reuse it for digits 6-9
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

torch.manual_seed(0)
digits = load_digits()
images = torch.tensor(digits.images, dtype=torch.float32).unsqueeze(1) / 16.0
target = torch.tensor(digits.target)


class SmallCNN(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
            nn.Flatten(),
            nn.Linear(32 * 2 * 2, 128), nn.ReLU(),
        )
        self.fc = nn.Linear(128, num_classes)

    def forward(self, x):
        return self.fc(self.features(x))


def fit(model, optimizer, x, y, x_val, y_val, epochs, tag):
    for epoch in range(epochs):
        model.train()
        order = torch.randperm(len(x))
        total = 0.0
        for chunk in order.split(32):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(x[chunk]), y[chunk])
            loss.backward()
            optimizer.step()
            total += loss.item() * len(chunk)
        model.eval()
        with torch.no_grad():
            acc = (model(x_val).argmax(1) == y_val).float().mean().item()
        print(f"[{tag}] epoch {epoch + 1} loss {total / len(x):.4f} val acc {acc:.4f}")


# 1) source task
src = target < 6
xs, xs_val, ys, ys_val = train_test_split(images[src], target[src], test_size=0.2, random_state=0)
model = SmallCNN(6)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
fit(model, optimizer, xs, ys, xs_val, ys_val, epochs=6, tag="source")

# 2) new task, only the last layer is trained
dst = ~src
xt, xt_val, yt, yt_val = train_test_split(images[dst], target[dst] - 6, test_size=0.3, random_state=0)

for param in model.parameters():
    param.requires_grad = False
model.fc = nn.Linear(model.fc.in_features, 4)
print("trainable:", [n for n, p in model.named_parameters() if p.requires_grad])

fit(model, optimizer, xt, yt, xt_val, yt_val, epochs=25, tag="new")
