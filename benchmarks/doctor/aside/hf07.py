"""fp16 recipe, tried out on the CPU before we ask for GPU hours."""
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

DEVICE = "cpu"
AMP_DTYPE = torch.float16
EPOCHS = 10
MAX_NORM = 1.0


class DigitNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 128)
        self.fc2 = nn.Linear(128, 64)
        self.out = nn.Linear(64, 10)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.relu(self.fc2(x))
        return self.out(x)


class Trainer:
    def __init__(self, model, train_loader, val_loader):
        self.model = model.to(DEVICE)
        self.train_loader = train_loader
        self.val_loader = val_loader
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
        self.scaler = torch.amp.GradScaler(DEVICE)

    def step(self, xb, yb):
        self.optimizer.zero_grad(set_to_none=True)
        with torch.autocast(device_type=DEVICE, dtype=AMP_DTYPE):
            logits = self.model(xb)
        loss = F.cross_entropy(logits.float(), yb)
        self.scaler.scale(loss).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), MAX_NORM)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.item()

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        loss, hits, n = 0.0, 0, 0
        for xb, yb in self.val_loader:
            with torch.autocast(device_type=DEVICE, dtype=AMP_DTYPE):
                logits = self.model(xb.to(DEVICE))
            logits, yb = logits.float(), yb.to(DEVICE)
            loss += F.cross_entropy(logits, yb, reduction="sum").item()
            hits += (logits.argmax(1) == yb).sum().item()
            n += len(yb)
        return loss / n, hits / n

    def fit(self, epochs):
        for epoch in range(1, epochs + 1):
            self.model.train()
            losses = [self.step(xb.to(DEVICE), yb.to(DEVICE)) for xb, yb in self.train_loader]
            val_loss, val_acc = self.validate()
            print(
                f"[{epoch:02d}] train {sum(losses) / len(losses):.4f}  val {val_loss:.4f}"
                f"  acc {val_acc:.3f}  scale {self.scaler.get_scale():.0f}"
            )


def main():
    torch.manual_seed(1)
    X, y = load_digits(return_X_y=True)
    X_tr, X_va, y_tr, y_va = train_test_split(X / 16.0, y, test_size=0.25, stratify=y, random_state=1)
    ds = lambda a, b: TensorDataset(torch.tensor(a, dtype=torch.float32), torch.tensor(b))
    train_loader = DataLoader(ds(X_tr, y_tr), batch_size=64, shuffle=True)
    val_loader = DataLoader(ds(X_va, y_va), batch_size=256)
    Trainer(DigitNet(), train_loader, val_loader).fit(EPOCHS)


if __name__ == "__main__":
    main()
