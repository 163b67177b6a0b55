"""Multi-label classification: BCE with positive weights, stochastic weight averaging, thresholds tuned on validation."""
import numpy as np
import torch
import torch.nn as nn
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from torch.optim.swa_utils import SWALR, AveragedModel, update_bn
from torch.utils.data import DataLoader, Dataset


class CountsDataset(Dataset):
    """Word counts of a document, and which of the topics it has."""

    def __init__(self, counts, topics):
        self.counts = counts
        self.topics = topics

    def __len__(self):
        return len(self.counts)

    def __getitem__(self, i):
        x = torch.as_tensor(self.counts[i], dtype=torch.float32).log1p()
        return x, torch.as_tensor(self.topics[i], dtype=torch.float32)


@torch.no_grad()
def predict(net, loader):
    net.eval()
    probs, truth = [], []
    for x, y in loader:
        probs.append(net(x).sigmoid())
        truth.append(y)
    return torch.cat(probs).numpy(), torch.cat(truth).numpy().astype(int)


torch.manual_seed(1)
C, Y = make_multilabel_classification(4000, n_features=50, n_classes=8, n_labels=2, length=60,
                                      allow_unlabeled=True, random_state=3)
train = CountsDataset(C[:2400], Y[:2400])
val = CountsDataset(C[2400:3200], Y[2400:3200])
test = CountsDataset(C[3200:], Y[3200:])
train_dl = DataLoader(train, batch_size=64, shuffle=True, drop_last=True)
val_dl, test_dl = DataLoader(val, batch_size=256), DataLoader(test, batch_size=256)

positives = torch.tensor(train.topics.sum(0), dtype=torch.float32)
criterion = nn.BCEWithLogitsLoss(pos_weight=((len(train) - positives) / positives).clamp(max=10))
model = nn.Sequential(nn.Linear(50, 128), nn.BatchNorm1d(128), nn.ReLU(), nn.Dropout(0.3), nn.Linear(128, 8))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=15)
swa_model, swa_sched, SWA_START, EPOCHS = AveragedModel(model), SWALR(optimizer, swa_lr=0.02, anneal_epochs=3), 15, 25

for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for x, y in train_dl:
        loss = criterion(model(x), y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        running += loss.item()
    if epoch >= SWA_START:
        swa_model.update_parameters(model)
        swa_sched.step()
    else:
        cosine.step()
    if epoch % 6 == 0:
        print(f"epoch {epoch:2d}  train loss {running / len(train_dl):.4f}")
update_bn(train_dl, swa_model)

p_val, y_val = predict(swa_model, val_dl)
grid = np.linspace(0.1, 0.9, 33)
thresholds = np.array([max(grid, key=lambda t, k=k: f1_score(y_val[:, k], p_val[:, k] >= t)) for k in range(8)])
p_test, y_test = predict(swa_model, test_dl)
for avg in ("micro", "macro"):
    print(avg, "F1: tuned %.3f, at one half %.3f, all positive %.3f" % (
        f1_score(y_test, p_test >= thresholds, average=avg), f1_score(y_test, p_test >= 0.5, average=avg),
        f1_score(y_test, np.ones_like(y_test), average=avg)))
