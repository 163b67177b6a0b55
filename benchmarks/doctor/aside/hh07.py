# Gait study: 36 patients, 40 windows each. Question: diagnosis yes/no for a patient we have not met.
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.model_selection import train_test_split

N_PATIENTS, WINDOWS, FEATURES = 36, 40, 24
torch.manual_seed(17)


def load_study(seed=17):
    rng = np.random.default_rng(seed)
    diagnosis = np.array([0, 1] * (N_PATIENTS // 2))
    rng.shuffle(diagnosis)
    effect = rng.normal(0, 0.15, FEATURES)
    rows, labels, who = [], [], []
    for p in range(N_PATIENTS):
        habit = rng.normal(0, 1.0, FEATURES)            # how this person walks
        w = habit + effect * diagnosis[p] + rng.normal(0, 0.3, (WINDOWS, FEATURES))
        rows.append(w)
        labels += [diagnosis[p]] * WINDOWS
        who += [p] * WINDOWS
    return np.concatenate(rows).astype(np.float32), np.array(labels), np.array(who)


X, y, patient = load_study()
print(f"{len(X)} windows of {len(np.unique(patient))} patients, {y.mean():.0%} positive")

X_train, X_test, y_train, y_test = train_test_split(
    X, y, test_size=0.25, stratify=y, random_state=17)
mu, sd = X_train.mean(axis=0), X_train.std(axis=0)
X_train = torch.from_numpy((X_train - mu) / sd)
X_test = torch.from_numpy((X_test - mu) / sd)
y_train = torch.from_numpy(y_train).float()

loader = DataLoader(TensorDataset(X_train, y_train), batch_size=32, shuffle=True)

model = nn.Sequential(
    nn.Linear(FEATURES, 64), nn.ReLU(), nn.Dropout(0.2),
    nn.Linear(64, 64), nn.ReLU(),
    nn.Linear(64, 1),
)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
loss_fn = nn.BCEWithLogitsLoss()

for epoch in range(25):
    model.train()
    running = 0.0
    for xb, yb in loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb).squeeze(1), yb)
        loss.backward()
        optimizer.step()
        running += loss.item() * len(xb)
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: train loss {running / len(X_train):.4f}")

model.eval()
with torch.no_grad():
    prob = torch.sigmoid(model(X_test).squeeze(1)).numpy()
print(f"balanced accuracy on held-out windows {balanced_accuracy_score(y_test, prob > 0.5):.3f}")
print(f"ROC AUC {roc_auc_score(y_test, prob):.3f}")
