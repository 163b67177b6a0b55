# One encoder, two tasks: tell the wine, and rebuild the measurements (helps with few labels).
# Two optimizers, because the two parts want different steps.
import torch
import torch.nn as nn
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(2)
X, y = load_wine(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.3, stratify=y, random_state=2)
scaler = StandardScaler().fit(X_train)
X_train = torch.tensor(scaler.transform(X_train), dtype=torch.float32)
X_test = torch.tensor(scaler.transform(X_test), dtype=torch.float32)
y_train, y_test = torch.tensor(y_train), torch.tensor(y_test)

encoder = nn.Sequential(nn.Linear(13, 32), nn.ReLU(), nn.Linear(32, 8), nn.ReLU())
classifier = nn.Linear(8, 3)
decoder = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 13))

opt_task = torch.optim.Adam(list(encoder.parameters()) + list(classifier.parameters()), lr=3e-3)
opt_decoder = torch.optim.Adam(decoder.parameters(), lr=1e-2)
xent, mse = nn.CrossEntropyLoss(), nn.MSELoss()

for epoch in range(40):
    for idx in torch.randperm(len(X_train)).split(16):
        xb, yb = X_train[idx], y_train[idx]
        code = encoder(xb)
        task_loss = xent(classifier(code), yb)
        rebuild_loss = mse(decoder(code), xb)

        opt_task.zero_grad()
        opt_decoder.zero_grad()
        task_loss.backward(retain_graph=True)
        rebuild_loss.backward()
        opt_task.step()
        opt_decoder.step()
    if epoch % 10 == 9:
        with torch.no_grad():
            code = encoder(X_test)
            acc = (classifier(code).argmax(1) == y_test).float().mean().item()
            print(f"epoch {epoch + 1}: task {task_loss.item():.3f}, rebuild {rebuild_loss.item():.3f}, "
                  f"test accuracy {acc:.3f}, test rebuild {mse(decoder(code), X_test).item():.3f}")
