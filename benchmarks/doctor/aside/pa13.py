import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.preprocessing import StandardScaler
from torch.utils.data import DataLoader, TensorDataset


class AutoEncoder(nn.Module):
    def __init__(self, n_in, n_latent):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(n_in, 128),
            nn.ReLU(),
            nn.Linear(128, n_latent),
        )
        self.decoder = nn.Sequential(
            nn.Linear(n_latent, 128),
            nn.ReLU(),
            nn.Linear(128, n_in),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


def main():
    torch.manual_seed(0)
    torch.set_num_threads(1)
    X = load_digits().data
    X = X[:, X.std(axis=0) > 0.5]
    scaler = StandardScaler().fit(X[:1400])
    X = torch.from_numpy(scaler.transform(X)).float()
    train_x, test_x = X[:1400], X[1400:]

    model = AutoEncoder(X.shape[1], 16)
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    loader = DataLoader(TensorDataset(train_x), batch_size=64, shuffle=True)

    for epoch in range(1, 61):
        model.train()
        for (xb,) in loader:
            recon = model(xb)
            loss = F.mse_loss(recon, xb)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        if epoch % 10 == 0:
            model.eval()
            with torch.no_grad():
                test_loss = F.mse_loss(model(test_x), test_x).item()
            explained = 1 - test_loss / test_x.var(dim=0).mean().item()
            print(f"epoch {epoch}: test mse {test_loss:.4f}, variance explained {explained:.2f}")


if __name__ == "__main__":
    main()
