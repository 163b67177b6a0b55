# rare events (3 %), focal loss, threshold picked on the validation part
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import TensorDataset, DataLoader
import numpy as np
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, precision_recall_curve, confusion_matrix, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(1)
np.random.seed(1)

X, y = make_classification(n_samples=12000, n_features=16, n_informative=8, n_redundant=4, weights=[0.97],
                           class_sep=1.5, flip_y=0.0, n_clusters_per_class=3, random_state=1)
X_tv, X_test, y_tv, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=1)
X_train, X_val, y_train, y_val = train_test_split(X_tv, y_tv, test_size=0.25, stratify=y_tv, random_state=1)
sc = StandardScaler()
X_train = sc.fit_transform(X_train)
X_val, X_test = sc.transform(X_val), sc.transform(X_test)
print("positives:", y_train.mean().round(4), y_val.mean().round(4), y_test.mean().round(4))


class FocalLoss(nn.Module):
    def __init__(self, gamma=2.0, alpha=0.75):
        super().__init__()
        self.gamma, self.alpha = gamma, alpha

    def forward(self, logits, target):
        bce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
        pt = torch.exp(-bce)                                   # probability given to the true class
        at = self.alpha * target + (1 - self.alpha) * (1 - target)
        return (at * (1 - pt) ** self.gamma * bce).mean()


class Net(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(d, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Dropout(0.2),
                                  nn.Linear(64, 32), nn.BatchNorm1d(32), nn.ReLU())
        self.out = nn.Linear(32, 1)
        nn.init.constant_(self.out.bias, -np.log((1 - 0.03) / 0.03))    # start from the base rate

    def forward(self, x):
        return self.out(self.body(x)).squeeze(1)


def tensor(a):
    return torch.as_tensor(a, dtype=torch.float32)


loader = DataLoader(TensorDataset(tensor(X_train), tensor(y_train)), batch_size=128, shuffle=True, drop_last=True)
net, loss_fn = Net(X.shape[1]), FocalLoss()
opt = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)


def scores(X):
    net.eval()
    with torch.no_grad():
        return torch.sigmoid(net(tensor(X))).numpy()


best_ap, best_state = -1.0, None
for epoch in range(1, 31):
    net.train()
    for xb, yb in loader:
        opt.zero_grad()
        loss = loss_fn(net(xb), yb)
        loss.backward()
        opt.step()
    ap = average_precision_score(y_val, scores(X_val))
    if ap > best_ap:
        best_ap, best_state = ap, {k: v.clone() for k, v in net.state_dict().items()}
    if epoch % 5 == 0:
        print(f"epoch {epoch}: validation average precision {ap:.3f} (best {best_ap:.3f})")

net.load_state_dict(best_state)
prec, rec, thr = precision_recall_curve(y_val, scores(X_val))
f1 = 2 * prec * rec / np.maximum(prec + rec, 1e-12)
cut = thr[np.argmax(f1[:-1])]                 # the last point of the curve has no threshold
s = scores(X_test)
print(f"threshold {cut:.3f}")
print(f"test average precision {average_precision_score(y_test, s):.3f}, F1 {f1_score(y_test, s >= cut):.3f}")
print(confusion_matrix(y_test, s >= cut))
