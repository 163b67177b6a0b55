# Regression on Friedman's first function; inputs and targets scaled, linear warmup then cosine decay.
import math
import torch
from sklearn.datasets import make_friedman1
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

torch.manual_seed(4)
X, y = make_friedman1(n_samples=3000, noise=0.5, random_state=4)
y = 1000 + 250 * y    # a target far from zero, as prices are
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, random_state=4)

x_scaler, y_scaler = StandardScaler(), StandardScaler()
xt = torch.tensor(x_scaler.fit_transform(X_train), dtype=torch.float32)
yt = torch.tensor(y_scaler.fit_transform(y_train.reshape(-1, 1)), dtype=torch.float32)
xv = torch.tensor(x_scaler.transform(X_test), dtype=torch.float32)

EPOCHS, BATCH = 60, 64
steps_per_epoch = math.ceil(len(xt) / BATCH)
total, warm = EPOCHS * steps_per_epoch, 100


def lr_lambda(step):
    if step < warm:
        return (step + 1) / warm
    return 0.5 * (1 + math.cos(math.pi * (step - warm) / (total - warm)))


net = torch.nn.Sequential(
    torch.nn.Linear(10, 64), torch.nn.SiLU(),
    torch.nn.Linear(64, 64), torch.nn.SiLU(),
    torch.nn.Linear(64, 1),
)
opt = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-3)
sched = torch.optim.lr_scheduler.LambdaLR(opt, lr_lambda)
huber = torch.nn.HuberLoss()

for epoch in range(EPOCHS):
    net.train()
    epoch_loss = 0.0
    perm = torch.randperm(len(xt))
    for i in range(0, len(xt), BATCH):
        idx = perm[i:i + BATCH]
        loss = huber(net(xt[idx]), yt[idx])     # both (batch, 1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        epoch_loss += loss.item() * len(idx)
    if (epoch + 1) % 15 == 0:
        print(f"epoch {epoch + 1:3d} loss {epoch_loss / len(xt):.4f} lr {sched.get_last_lr()[0]:.2e}")

net.eval()
with torch.no_grad():
    pred = y_scaler.inverse_transform(net(xv).numpy()).ravel()
print(f"network:           MAE {mean_absolute_error(y_test, pred):.1f}  R2 {r2_score(y_test, pred):.3f}")
lin = LinearRegression().fit(X_train, y_train).predict(X_test)
print(f"linear regression: MAE {mean_absolute_error(y_test, lin):.1f}  R2 {r2_score(y_test, lin):.3f}")
