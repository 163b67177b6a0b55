"""Compress the 30 measurements of the breast cancer table to 6 numbers, and compare with PCA."""
import torch
import torch.nn as nn
from sklearn.datasets import load_breast_cancer
from sklearn.decomposition import PCA
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

CODE = 6


class AutoEncoder(nn.Module):
    def __init__(self, n_features, code_size):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Linear(n_features, 64),
            nn.ELU(),
            nn.Linear(64, 24),
            nn.ELU(),
            nn.Linear(24, code_size),
        )
        self.decoder = nn.Sequential(
            nn.Linear(code_size, 24),
            nn.ELU(),
            nn.Linear(24, 64),
            nn.ELU(),
            nn.Linear(64, n_features),
            nn.Sigmoid(),
        )

    def forward(self, x):
        return self.decoder(self.encoder(x))


def load_tables(seed):
    X = load_breast_cancer().data
    X_train, X_valid = train_test_split(X, test_size=0.25, random_state=seed)
    scaler = StandardScaler().fit(X_train)
    return scaler.transform(X_train), scaler.transform(X_valid)


def train(model, X_train, X_valid, epochs=150, batch_size=32):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    criterion = nn.MSELoss()
    for epoch in range(1, epochs + 1):
        model.train()
        order = torch.randperm(len(X_train))
        epoch_loss = 0.0
        for rows in order.split(batch_size):
            batch = X_train[rows]
            optimizer.zero_grad()
            loss = criterion(model(batch), batch)
            loss.backward()
            optimizer.step()
            epoch_loss += loss.item() * len(rows)
        if epoch % 25 == 0:
            model.eval()
            with torch.no_grad():
                valid_loss = criterion(model(X_valid), X_valid).item()
            print(f"epoch {epoch:3d}  train {epoch_loss / len(X_train):.4f}  valid {valid_loss:.4f}")
    return model


def main():
    torch.manual_seed(0)
    train_np, valid_np = load_tables(seed=0)
    X_train = torch.tensor(train_np, dtype=torch.float32)
    X_valid = torch.tensor(valid_np, dtype=torch.float32)

    model = train(AutoEncoder(X_train.shape[1], CODE), X_train, X_valid)
    model.eval()
    with torch.no_grad():
        ae_error = nn.functional.mse_loss(model(X_valid), X_valid).item()

    pca = PCA(n_components=CODE).fit(train_np)
    rebuilt = pca.inverse_transform(pca.transform(valid_np))
    pca_error = ((rebuilt - valid_np) ** 2).mean()

    print(f"reconstruction error on held-out rows: autoencoder {ae_error:.4f}, PCA {pca_error:.4f}")


if __name__ == "__main__":
    main()
