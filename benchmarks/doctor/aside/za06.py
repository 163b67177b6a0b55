# Train a little CNN on textures, save it, load it again and classify single pictures with it.
import os

import numpy as np
import torch
from torch import nn

OUT = "out/za06"
os.makedirs(OUT, exist_ok=True)
CLASSES = ["dark", "medium", "bright", "striped"]


def make_images(n, seed):
    rng = np.random.RandomState(seed)
    labels = rng.randint(0, 4, n)
    images = np.zeros((n, 3, 24, 24), dtype=np.float32)
    for i, k in enumerate(labels):
        level = [0.2, 0.45, 0.7, 0.45][k]
        img = np.full((24, 24), level, dtype=np.float32)
        if k == 3:
            img += 0.25 * np.sin(np.arange(24) * 1.3 + rng.rand() * 6)[None, :]
        tint = rng.uniform(-0.03, 0.03, (3, 1, 1))
        images[i] = img[None] + tint + rng.normal(0, 0.08, (3, 24, 24))
    return torch.from_numpy(images), torch.from_numpy(labels).long()


def build_model():
    return nn.Sequential(
        nn.Conv2d(3, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(),
        nn.Dropout(0.3), nn.Linear(32, len(CLASSES)),
    )


def train():
    torch.manual_seed(0)
    x, y = make_images(800, seed=0)
    xv, yv = make_images(200, seed=1)
    model = build_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    criterion = nn.CrossEntropyLoss()

    for epoch in range(8):
        model.train()
        order = torch.randperm(len(x))
        for start in range(0, len(x), 32):
            idx = order[start:start + 32]
            loss = criterion(model(x[idx]), y[idx])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        model.eval()
        with torch.no_grad():
            acc = (model(xv).argmax(1) == yv).float().mean().item()
        print(f"epoch {epoch + 1} loss {loss.item():.3f} val_acc {acc:.3f}")
    torch.save(model.state_dict(), f"{OUT}/texture.pt")


def predict():
    model = build_model()
    model.load_state_dict(torch.load(f"{OUT}/texture.pt"))
    images, labels = make_images(200, seed=2)
    hits = 0
    with torch.no_grad():
        for i in range(len(images)):
            probs = model(images[i].unsqueeze(0)).softmax(-1)[0]
            k = int(probs.argmax())
            hits += int(k == labels[i])
            if i < 8:
                print(f"picture {i}: {CLASSES[k]} ({probs[k]:.2f}), should be {CLASSES[labels[i]]}")
    print("accuracy of the loaded model:", hits / len(images))


if __name__ == "__main__":
    train()
    predict()
