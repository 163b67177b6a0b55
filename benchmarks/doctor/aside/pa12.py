import torch
from sklearn.datasets import load_diabetes
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(0)
torch.set_num_threads(1)
X, y = load_diabetes(return_X_y=True)
Xtr, Xte, ytr, yte = train_test_split(X, y, test_size=0.25, random_state=0)
sx = StandardScaler().fit(Xtr)
mu, sd = ytr.mean(), ytr.std()

Xtr = torch.tensor(sx.transform(Xtr), dtype=torch.float32)
Xte = torch.tensor(sx.transform(Xte), dtype=torch.float32)
ytr = torch.tensor((ytr - mu) / sd, dtype=torch.float32)

mlp = torch.nn.Sequential(
    torch.nn.Linear(10, 32), torch.nn.ReLU(), torch.nn.Dropout(0.2),
    torch.nn.Linear(32, 1),
)
opt = torch.optim.AdamW(mlp.parameters(), lr=3e-3, weight_decay=1e-2)

for epoch in range(40):
    mlp.train()
    order = torch.randperm(len(Xtr))
    epoch_loss = 0.0
    for k in range(0, len(order), 32):
        b = order[k:k + 32]
        pred = mlp(Xtr[b])
        loss = ((pred - ytr[b]) ** 2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        epoch_loss += loss.item() * len(b)
    if epoch % 5 == 4:
        print("epoch", epoch + 1, "mse", round(epoch_loss / len(Xtr), 4))

mlp.eval()
with torch.no_grad():
    p = mlp(Xte).numpy().ravel() * sd + mu
print("R2 on held-out patients:", round(r2_score(yte, p), 3))
print("spread of the predictions:", round(float(p.std()), 1), "- of the truth:", round(float(yte.std()), 1))
