"""Rare positives (about 4 %): pos_weight, average precision on validation, threshold from validation, one look at test."""
import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.impute import SimpleImputer
from sklearn.metrics import average_precision_score, f1_score, precision_recall_curve
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SEED = 13
rng = np.random.default_rng(SEED)
torch.manual_seed(SEED)

X, y = make_classification(
    n_samples=8000, n_features=20, n_informative=8, n_redundant=4, weights=[0.96], class_sep=1.2,
    flip_y=0.005, random_state=SEED,
)
X[rng.random(X.shape) < 0.03] = np.nan  # sensors drop out now and then

X_train, X_rest, y_train, y_rest = train_test_split(X, y, test_size=0.4, stratify=y, random_state=SEED)
X_val, X_test, y_val, y_test = train_test_split(X_rest, y_rest, test_size=0.5, stratify=y_rest, random_state=SEED)

prep = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
X_train = torch.tensor(prep.fit_transform(X_train), dtype=torch.float32)
X_val = torch.tensor(prep.transform(X_val), dtype=torch.float32)
X_test = torch.tensor(prep.transform(X_test), dtype=torch.float32)
t_train = torch.tensor(y_train, dtype=torch.float32).unsqueeze(1)

loader = DataLoader(TensorDataset(X_train, t_train), batch_size=128, shuffle=True)

model = nn.Sequential(
    nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.2),
    nn.Linear(64, 32), nn.ReLU(), nn.Dropout(0.2),
    nn.Linear(32, 1),
)
# the root of the class ratio is a milder weight than the ratio itself; the threshold is chosen below anyway
negatives, positives = (t_train == 0).sum(), (t_train == 1).sum()
criterion = nn.BCEWithLogitsLoss(pos_weight=(negatives / positives).sqrt())
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)


def probabilities(inputs):
    model.eval()
    with torch.inference_mode():
        return torch.sigmoid(model(inputs)).squeeze(1).numpy()


best_ap, best_weights, patience = -np.inf, None, 8
since_best = 0
for epoch in range(60):
    model.train()
    epoch_loss = 0.0
    for inputs, targets in loader:
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(inputs)
    ap = average_precision_score(y_val, probabilities(X_val))
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}: loss {epoch_loss / len(X_train):.4f}, val AP {ap:.4f}")
    if ap > best_ap:
        best_ap, since_best = ap, 0
        best_weights = {k: v.detach().clone() for k, v in model.state_dict().items()}
    else:
        since_best += 1
        if since_best >= patience:
            print("early stop in epoch", epoch)
            break
model.load_state_dict(best_weights)

precision, recall, thresholds = precision_recall_curve(y_val, probabilities(X_val))
f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-12)
threshold = thresholds[f1[:-1].argmax()]  # the curve's last point has no threshold

p_test = probabilities(X_test)
print(f"val AP {best_ap:.3f}, threshold {threshold:.3f}")
print(f"test AP {average_precision_score(y_test, p_test):.3f} (share of positives {y_test.mean():.3f}), "
      f"F1 {f1_score(y_test, p_test >= threshold):.3f}")
