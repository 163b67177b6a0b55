import os
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset

SAVE_PATH = "out/rc12/roast_cnn.pth"
GRADES = ["light", "medium", "dark", "french"]


class RoastCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.block1 = nn.Sequential(nn.Conv2d(1, 16, 3), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2))
        self.block2 = nn.Sequential(nn.Conv2d(16, 32, 3), nn.BatchNorm2d(32), nn.ReLU())
        self.dropout = nn.Dropout(0.3)
        self.fc = nn.Linear(32 * 3 * 3, len(GRADES))

    def forward(self, x):
        x = self.block2(self.block1(x))
        x = self.dropout(x.flatten(1))
        return self.fc(x)


def get_data(n=1500, size=12, seed=5):
    """grey patches of coffee beans, darker with the roast"""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, len(GRADES), size=n)
    level = np.array([0.75, 0.6, 0.45, 0.3])[labels]
    images = rng.normal(0, 0.1, size=(n, size, size))
    images += level[:, None, None] + rng.normal(0, 0.02, size=(n, 1, 1))
    images = torch.tensor(images.clip(0, 1), dtype=torch.float32).unsqueeze(1)
    labels = torch.tensor(labels)
    return (images[:1200], labels[:1200]), (images[1200:], labels[1200:])


def train(images, labels, epochs=10):
    model = RoastCNN()
    loader = DataLoader(TensorDataset(images, labels), batch_size=50, shuffle=True)
    opt = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(epochs):
        loss_sum, right = 0.0, 0
        for x, y in loader:
            out = model(x)
            loss = F.cross_entropy(out, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            loss_sum += loss.item()
            right += (out.argmax(1) == y).sum().item()
        print(f"epoch {epoch + 1} loss {loss_sum / len(loader):.4f} acc {right / len(labels):.4f}")
    os.makedirs(os.path.dirname(SAVE_PATH), exist_ok=True)
    torch.save(model.state_dict(), SAVE_PATH)


def load_model():
    model = RoastCNN()
    model.load_state_dict(torch.load(SAVE_PATH))
    return model


def predict(model, image):
    """image: (1, 12, 12) -> (grade, probability)"""
    with torch.no_grad():
        probs = F.softmax(model(image.unsqueeze(0)), dim=1)[0]
    p, grade = probs.max(0)
    return grade.item(), p.item()


if __name__ == "__main__":
    torch.manual_seed(5)
    (train_x, train_y), (new_x, new_y) = get_data()
    train(train_x, train_y)

    model = load_model()
    results = [predict(model, img) for img in new_x]
    for (grade, p), truth in list(zip(results, new_y.tolist()))[:10]:
        print(f"true {GRADES[truth]:7s} predicted {GRADES[grade]:7s} ({p:.2f})")
    acc = sum(g == t for (g, _), t in zip(results, new_y.tolist())) / len(new_y)
    print(f"accuracy on {len(new_y)} new images: {acc:.3f}")
