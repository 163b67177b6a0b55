"""Rare-class detection with a WeightedRandomSampler (about 6% positives)."""
import torch
from sklearn.datasets import make_classification
from sklearn.metrics import average_precision_score, balanced_accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

SEED = 3
torch.manual_seed(SEED)

features, target = make_classification(n_samples=6000, n_features=20, n_informative=8, weights=[0.94],
                                       class_sep=1.5, flip_y=0.01, random_state=SEED)
f_tr, f_te, t_tr, t_te = train_test_split(features, target, test_size=0.25, stratify=target, random_state=SEED)
mean, std = f_tr.mean(0), f_tr.std(0)
to_x = lambda a: torch.as_tensor((a - mean) / std, dtype=torch.float32)
x_tr, x_te = to_x(f_tr), to_x(f_te)
y_tr = torch.as_tensor(t_tr)

# every example is drawn with a probability inverse to the size of its class
class_count = torch.bincount(y_tr)
print("training examples per class:", class_count.tolist())
weights = (1.0 / class_count.double())[y_tr]
sampler = WeightedRandomSampler(weights, num_samples=len(weights), replacement=True)
loader = DataLoader(TensorDataset(x_tr, y_tr), batch_size=128, sampler=sampler)

clf = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
opt = torch.optim.Adam(clf.parameters(), lr=1e-3)
sched = torch.optim.lr_scheduler.StepLR(opt, step_size=5, gamma=0.5)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(15):
    clf.train()
    total, seen, positives = 0.0, 0, 0
    for xb, yb in loader:
        loss = loss_fn(clf(xb), yb)
        opt.zero_grad()
        loss.backward()
        opt.step()
        total += loss.item() * yb.size(0)
        seen += yb.size(0)
        positives += yb.sum().item()
    sched.step()
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: loss {total / seen:.4f}, share of positives in batches {positives / seen:.2f}")

clf.eval()
with torch.no_grad():
    prob = clf(x_te).softmax(dim=1)[:, 1].numpy()
pred = (prob >= 0.5).astype(int)
print("confusion matrix\n", confusion_matrix(t_te, pred))
print("balanced accuracy", round(balanced_accuracy_score(t_te, pred), 3))
print("average precision", round(average_precision_score(t_te, prob), 3))
