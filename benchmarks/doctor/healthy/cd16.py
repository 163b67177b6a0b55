# Few labels: learn features from unlabelled digits, keep them fixed, fit a linear layer on 200 labels.
import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

torch.manual_seed(0)

X, y = load_digits(return_X_y=True)
X = torch.tensor(X / 16.0, dtype=torch.float32)       # grey values 0..16
y = torch.tensor(y)

X_pool, X_test, y_pool, y_test = train_test_split(X, y, test_size=500, stratify=y, random_state=0)
X_unlabelled, X_few, _, y_few = train_test_split(X_pool, y_pool, test_size=200, stratify=y_pool, random_state=0)

# ---- step 1: denoising autoencoder, no labels ------------------------------------------------
encoder = nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 32))
decoder = nn.Sequential(nn.Linear(32, 128), nn.ReLU(), nn.Linear(128, 64), nn.Sigmoid())
autoencoder = nn.Sequential(encoder, decoder)
optimizer = torch.optim.Adam(autoencoder.parameters(), lr=2e-3)

for epoch in range(50):
    autoencoder.train()
    epoch_loss = 0.0
    for rows in torch.randperm(len(X_unlabelled)).split(64):
        clean = X_unlabelled[rows]
        noisy = clean + 0.2 * torch.randn_like(clean)
        loss = F.mse_loss(autoencoder(noisy), clean)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item() * len(rows)
    if epoch % 10 == 9:
        autoencoder.eval()
        with torch.no_grad():
            rebuilt = F.mse_loss(autoencoder(X_few), X_few).item()
        print(f"epoch {epoch + 1}: denoising loss {epoch_loss / len(X_unlabelled):.4f}, "
              f"reconstruction of other rows {rebuilt:.4f}")

# ---- step 2: the encoder stays as it is from here on -----------------------------------------
encoder.requires_grad_(False)
encoder.eval()
with torch.no_grad():
    Z_few, Z_test = encoder(X_few), encoder(X_test)

mean, std = Z_few.mean(0), Z_few.std(0).clamp_min(1e-6)
Z_few, Z_test = (Z_few - mean) / std, (Z_test - mean) / std

# ---- step 3: softmax regression, all 200 rows at once ----------------------------------------
head = nn.Linear(Z_few.shape[1], 10)
nn.init.zeros_(head.weight)
nn.init.zeros_(head.bias)
lbfgs = torch.optim.LBFGS(head.parameters(), lr=1.0, max_iter=100, line_search_fn="strong_wolfe")


def closure():
    lbfgs.zero_grad()
    penalty = 1e-2 * head.weight.pow(2).sum()
    loss = F.cross_entropy(head(Z_few), y_few) + penalty
    loss.backward()
    return loss


first = lbfgs.step(closure)
print(f"head: loss before {first.item():.4f}, after {closure().item():.4f}")

head.eval()
with torch.no_grad():
    accuracy = (head(Z_test).argmax(1) == y_test).float().mean().item()
print(f"accuracy on {len(y_test)} test digits with 200 labels: {accuracy:.3f}")
