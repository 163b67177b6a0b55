# coding: utf-8
# Autoencoder for the digits -- homework 5
# In[1]:
import torch
from torch import nn
from torch.utils.data import DataLoader
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(2024)

# In[2]: data. No labels needed for the autoencoder
X = load_digits().data
X_train, X_test = train_test_split(X, test_size=0.25, random_state=2024)
X_train, X_val = train_test_split(X_train, test_size=0.2, random_state=2024)

scaler = StandardScaler()
X_train = torch.tensor(scaler.fit_transform(X_train), dtype=torch.float32)
X_val = torch.tensor(scaler.transform(X_val), dtype=torch.float32)
X_test = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
print(X_train.shape, X_val.shape, X_test.shape)


# In[3]: the two halves
class Encoder(nn.Module):
    def __init__(self, latent_dim):
        super().__init__()
        self.fc1 = nn.Linear(64, 48)
        self.fc2 = nn.Linear(48, latent_dim)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


class Decoder(nn.Module):
    def __init__(self, latent_dim):
        super().__init__()
        self.fc1 = nn.Linear(latent_dim, 48)
        self.fc2 = nn.Linear(48, 64)

    def forward(self, z):
        h = torch.relu(self.fc1(z))
        return torch.sigmoid(self.fc2(h))


class AutoEncoder(nn.Module):
    def __init__(self, latent_dim=12):
        super().__init__()
        self.encoder = Encoder(latent_dim)
        self.decoder = Decoder(latent_dim)

    def forward(self, x):
        return self.decoder(self.encoder(x))


# In[4]:
ae = AutoEncoder()
optimizer = torch.optim.Adam(ae.parameters(), lr=2e-3)
criterion = nn.MSELoss()
loader = DataLoader(X_train, batch_size=64, shuffle=True)


def reconstruction_error(data):
    ae.eval()
    with torch.no_grad():
        return criterion(ae(data), data).item()


# In[5]: training
history = []
for epoch in range(1, 61):
    ae.train()
    epoch_loss = 0
    for batch in loader:
        reconstructed = ae(batch)
        loss = criterion(reconstructed, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * batch.size(0)
    epoch_loss /= len(X_train)
    val_loss = reconstruction_error(X_val)
    history.append((epoch_loss, val_loss))
    if epoch % 10 == 0:
        print(f"Epoch {epoch:3d} | train MSE {epoch_loss:.4f} | val MSE {val_loss:.4f}")

# In[6]: how much of the variance is explained on unseen digits?
test_mse = reconstruction_error(X_test)
baseline = criterion(X_train.mean(0).expand_as(X_test), X_test).item()
print(f"test MSE {test_mse:.4f}, predicting the mean picture: {baseline:.4f}")
