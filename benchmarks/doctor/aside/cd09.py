import torch
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

torch.manual_seed(42)

# fault types in a factory: "ok" is by far the most frequent
X, y = make_classification(
    n_samples=4000, n_features=16, n_informative=8, n_redundant=2, n_classes=3,
    n_clusters_per_class=1, weights=[0.88, 0.08, 0.04], class_sep=1.5, flip_y=0.0, random_state=42,
)
X_train, X_val, y_train, y_val = train_test_split(X, y, test_size=0.25, stratify=y, random_state=42)
scaler = StandardScaler().fit(X_train)

X_train = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
X_val = torch.tensor(scaler.transform(X_val), dtype=torch.float32)
y_train = torch.tensor(y_train, dtype=torch.long)
y_val = torch.tensor(y_val, dtype=torch.long)

train_set = TensorDataset(X_train, y_train)

# balance the batches
class_counts = torch.bincount(y_train)
print("rows per class:", class_counts.tolist())
class_weights = 1.0 / class_counts.double()
sampler = WeightedRandomSampler(class_weights, num_samples=len(train_set), replacement=True)

train_loader = DataLoader(train_set, batch_size=64, sampler=sampler)
val_loader = DataLoader(TensorDataset(X_val, y_val), batch_size=256)

model = nn.Sequential(
    nn.Linear(16, 64),
    nn.ReLU(),
    nn.Dropout(0.2),
    nn.Linear(64, 64),
    nn.ReLU(),
    nn.Linear(64, 3),
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loss_fn = nn.CrossEntropyLoss()


def predict(loader):
    model.eval()
    with torch.no_grad():
        return torch.cat([model(xb).argmax(1) for xb, _ in loader])


for epoch in range(1, 16):
    model.train()
    seen = 0
    epoch_loss = 0.0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(xb), yb)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(yb)
        seen += len(yb)
    score = balanced_accuracy_score(y_val, predict(val_loader))
    print(f"epoch {epoch:2d}   train loss {epoch_loss / seen:.4f}   val balanced accuracy {score:.3f}")

print(confusion_matrix(y_val, predict(val_loader)))
