# Anomaly detection with an autoencoder: trained on benign samples only,
# the reconstruction error should be high for malignant ones.
import torch
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn, optim
from torch.utils.data import DataLoader

torch.manual_seed(11)

data = load_breast_cancer()
benign = data.data[data.target == 1]
malignant = data.data[data.target == 0]
b_train, b_rest = train_test_split(benign, test_size=0.4, random_state=11)
b_val, b_test = train_test_split(b_rest, test_size=0.5, random_state=11)

sc = StandardScaler()
b_train = torch.tensor(sc.fit_transform(b_train), dtype=torch.float32)
b_val = torch.tensor(sc.transform(b_val), dtype=torch.float32)
b_test = torch.tensor(sc.transform(b_test), dtype=torch.float32)
m_test = torch.tensor(sc.transform(malignant), dtype=torch.float32)


class AutoEncoder(nn.Module):
    def __init__(self, n_features, code=8):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(n_features, 64),
            nn.ReLU(),
            nn.Linear(64, code),
        )
        self.decoder = nn.Sequential(
            nn.Linear(code, 64),
            nn.ReLU(),
            nn.Linear(64, n_features),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


ae = AutoEncoder(b_train.shape[1])
mse = nn.MSELoss()
opt = optim.Adam(ae.parameters(), lr=2e-3)
loader = DataLoader(b_train, batch_size=16, shuffle=True)

for epoch in range(1, 61):
    ae.train()
    s = 0.0
    for x in loader:
        opt.zero_grad()
        loss = mse(ae(x), x)
        loss.backward()
        opt.step()
        s += loss.item() * x.size(0)
    if epoch % 10 == 0:
        ae.eval()
        with torch.no_grad():
            v = mse(ae(b_val), b_val).item()
        print(f"epoch {epoch:3d}  train {s / len(b_train):.4f}  val {v:.4f}")

ae.eval()
with torch.no_grad():
    x = torch.cat([b_test, m_test])
    err = ((ae(x) - x) ** 2).mean(dim=1)
is_anomaly = torch.cat([torch.zeros(len(b_test)), torch.ones(len(m_test))])
print("mean error benign    :", err[: len(b_test)].mean().item())
print("mean error malignant :", err[len(b_test):].mean().item())
print("ROC AUC              :", roc_auc_score(is_anomaly.numpy(), err.numpy()))
