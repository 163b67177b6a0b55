"""
Defect detection on a conveyor. Only about 8 % of the parts are faulty, so the
loader draws both kinds equally often.
"""
import numpy as np
import torch
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, Dataset, WeightedRandomSampler

rng = np.random.default_rng(21)
torch.manual_seed(21)


def simulate_parts(n=3000, share=0.08):
    faulty = (rng.random(n) < share).astype(np.int64)
    x = rng.normal(size=(n, 12)).astype(np.float32)
    x[:, 0] += 1.6 * faulty
    x[:, 3] -= 1.4 * faulty
    x[:, 7] += 1.2 * faulty * np.sign(x[:, 8])
    return x, faulty


class Parts(Dataset):
    def __init__(self, x, y):
        self.x = torch.from_numpy(x)
        self.y = torch.from_numpy(y)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


class Trainer:
    def __init__(self, model, lr=2e-3):
        self.model = model
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-3)
        self.criterion = nn.CrossEntropyLoss()

    def run_epoch(self, loader):
        self.model.train()
        losses = []
        for x, y in loader:
            loss = self.criterion(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.item())
        return float(np.mean(losses))

    @torch.no_grad()
    def predict(self, loader):
        self.model.eval()
        out = [self.model(x).argmax(1) for x, _ in loader]
        return torch.cat(out).numpy()


x, y = simulate_parts()
x_train, x_val, y_train, y_val = train_test_split(x, y, test_size=0.25, stratify=y, random_state=21)
print("train:", np.bincount(y_train), " validation:", np.bincount(y_val))

counts = np.bincount(y_train)
weights = torch.tensor(1.0 / counts, dtype=torch.double)
sampler = WeightedRandomSampler(weights, num_samples=len(y_train), replacement=True)

train_loader = DataLoader(Parts(x_train, y_train), batch_size=64, sampler=sampler)
val_loader = DataLoader(Parts(x_val, y_val), batch_size=256)

net = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 2))
trainer = Trainer(net)
for epoch in range(10):
    loss = trainer.run_epoch(train_loader)
    f1 = f1_score(y_val, trainer.predict(val_loader), zero_division=0)
    print(f"epoch {epoch:2d}  loss {loss:.4f}  val F1 {f1:.3f}")

print(classification_report(y_val, trainer.predict(val_loader), target_names=["good", "faulty"], zero_division=0))
