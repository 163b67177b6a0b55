"""Rare faults (about one row in twenty): a weighted sampler for training, untouched proportions everywhere else."""
import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler


def build_loaders(batch=64, seed=0):
    x, y = make_classification(n_samples=8000, n_features=16, n_informative=8, n_redundant=2, n_clusters_per_class=1,
                               weights=[0.95], flip_y=0.005, class_sep=1.2, random_state=seed)
    x_tr, x_te, y_tr, y_te = train_test_split(x, y, test_size=0.25, stratify=y, random_state=seed)
    x_tr, x_va, y_tr, y_va = train_test_split(x_tr, y_tr, test_size=0.25, stratify=y_tr, random_state=seed)
    m, s = x_tr.mean(0), x_tr.std(0)

    def ds(a, b):
        return TensorDataset(torch.tensor((a - m) / s, dtype=torch.float32), torch.tensor(b, dtype=torch.float32))

    y_t = torch.tensor(y_tr)
    per_class = 1.0 / torch.bincount(y_t).double()
    sampler = WeightedRandomSampler(per_class[y_t], num_samples=len(y_t), replacement=True,
                                    generator=torch.Generator().manual_seed(seed))
    print("faults in training:", int(y_t.sum()), "of", len(y_t))
    return (DataLoader(ds(x_tr, y_tr), batch_size=batch, sampler=sampler),  # the sampler does the shuffling
            DataLoader(ds(x_va, y_va), batch_size=512),
            DataLoader(ds(x_te, y_te), batch_size=512))


def predict(net, loader):
    net.eval()
    scores, truth = [], []
    with torch.no_grad():
        for x, y in loader:
            scores.append(torch.sigmoid(net(x)[:, 0]))
            truth.append(y)
    return torch.cat(scores).numpy(), torch.cat(truth).numpy().astype(int)


torch.manual_seed(0)
train, val, test = build_loaders()
net = nn.Sequential(nn.Linear(16, 48), nn.ReLU(), nn.Dropout(0.2), nn.Linear(48, 48), nn.ReLU(), nn.Dropout(0.2),
                    nn.Linear(48, 1))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-3)

best, state, waited = 0.0, None, 0
for epoch in range(40):
    net.train()
    for x, y in train:
        # no pos_weight: the sampler has made the classes equal already
        loss = F.binary_cross_entropy_with_logits(net(x)[:, 0], y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    p, t = predict(net, val)
    ap = average_precision_score(t, p)
    if ap > best:
        best, waited = ap, 0
        state = {k: v.clone() for k, v in net.state_dict().items()}
    else:
        waited += 1
        if waited == 8:
            break
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  last loss {loss.item():.4f}  val average precision {ap:.4f}")

net.load_state_dict(state)
p, t = predict(net, val)
precision, recall, cuts = precision_recall_curve(t, p)
f1 = 2 * precision * recall / (precision + recall + 1e-12)
cut = cuts[f1[:-1].argmax()]  # trained on equal classes, so 0.5 is not the right cut for the real proportions

p, t = predict(net, test)
print(f"test: average precision {average_precision_score(t, p):.4f}, F1 {f1_score(t, (p >= cut).astype(int)):.4f} at cut {cut:.3f}, "
      f"share of faults {t.mean():.3f}")
