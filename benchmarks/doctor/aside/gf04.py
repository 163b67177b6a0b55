"""Small noisy table, a net that can overfit, and the best epoch kept."""
import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn

torch.manual_seed(0)
PATIENCE = 25
MAX_EPOCHS = 300


class EarlyStopper:
    """Remembers the best weights and says when to stop."""

    def __init__(self, patience):
        self.patience = patience
        self.best_loss = float("inf")
        self.best_weights = None
        self.best_epoch = -1
        self.waited = 0

    def update(self, model, val_loss, epoch):
        if val_loss < self.best_loss:
            self.best_loss = val_loss
            self.best_weights = model.state_dict()
            self.best_epoch = epoch
            self.waited = 0
        else:
            self.waited += 1
        return self.waited >= self.patience


def load():
    X, y = make_classification(
        n_samples=900, n_features=30, n_informative=6, n_redundant=4,
        flip_y=0.15, class_sep=0.8, random_state=1,
    )
    X_tr, X_rest, y_tr, y_rest = train_test_split(X, y, train_size=300, stratify=y, random_state=1)
    X_va, X_te, y_va, y_te = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=1)
    scaler = StandardScaler().fit(X_tr)
    out = []
    for a, b in ((X_tr, y_tr), (X_va, y_va), (X_te, y_te)):
        out.append(torch.tensor(scaler.transform(a), dtype=torch.float32))
        out.append(torch.tensor(b, dtype=torch.float32))
    return out


X_tr, y_tr, X_va, y_va, X_te, y_te = load()
model = nn.Sequential(nn.Linear(30, 128), nn.ReLU(), nn.Linear(128, 64), nn.ReLU(), nn.Linear(64, 1))
bce = nn.BCEWithLogitsLoss()
opt = torch.optim.Adam(model.parameters(), lr=1e-3)
stopper = EarlyStopper(PATIENCE)


def evaluate(X, y):
    model.eval()
    with torch.no_grad():
        logits = model(X).squeeze(1)
        return bce(logits, y).item(), ((logits > 0).float() == y).float().mean().item()


for epoch in range(MAX_EPOCHS):
    model.train()
    for idx in torch.randperm(len(X_tr)).split(32):
        opt.zero_grad()
        loss = bce(model(X_tr[idx]).squeeze(1), y_tr[idx])
        loss.backward()
        opt.step()
    val_loss, val_acc = evaluate(X_va, y_va)
    if epoch % 5 == 0:
        print(f"{epoch:3d}  val loss {val_loss:.4f}  val acc {val_acc:.3f}")
    if stopper.update(model, val_loss, epoch):
        print(f"stopped at epoch {epoch}, best was {stopper.best_epoch}")
        break

model.load_state_dict(stopper.best_weights)
print(f"best val loss while training: {stopper.best_loss:.4f}")
print("restored model, val loss %.4f acc %.3f" % evaluate(X_va, y_va))
print("restored model, test loss %.4f acc %.3f" % evaluate(X_te, y_te))
