"""Knowledge distillation: a wide teacher, a narrow student, and a calibrated temperature at the end."""
import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(40)
X, y = make_classification(n_samples=5000, n_features=20, n_informative=12, n_redundant=4, n_classes=5,
                           n_clusters_per_class=2, class_sep=1.6, random_state=40)
X, y = torch.tensor(X, dtype=torch.float32), torch.tensor(y)
train_set, val_set, test_set = random_split(TensorDataset(X, y), [3500, 700, 800],
                                            generator=torch.Generator().manual_seed(40))
mu, sd = X[train_set.indices].mean(0), X[train_set.indices].std(0)

train_loader = DataLoader(train_set, batch_size=100, shuffle=True)
val_loader = DataLoader(val_set, batch_size=700)
test_loader = DataLoader(test_set, batch_size=800)


def mlp(width, drop):
    return nn.Sequential(nn.Linear(20, width), nn.ReLU(), nn.Dropout(drop), nn.Linear(width, width), nn.ReLU(),
                         nn.Dropout(drop), nn.Linear(width, 5))


def outputs(net, loader):
    net.eval()
    with torch.no_grad():
        pairs = [(net((xb - mu) / sd), yb) for xb, yb in loader]
    return torch.cat([a for a, _ in pairs]), torch.cat([b for _, b in pairs])


def accuracy(net, loader):
    z, t = outputs(net, loader)
    return (z.argmax(1) == t).float().mean().item()


def train(net, loss_of, epochs, lr):
    opt = torch.optim.AdamW(net.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, epochs * len(train_loader))
    for _ in range(epochs):
        net.train()
        for xb, yb in train_loader:
            xb = (xb - mu) / sd
            loss = loss_of(net(xb), xb, yb)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
    print(f"  val {accuracy(net, val_loader):.4f}  test {accuracy(net, test_loader):.4f}")
    return net


print("teacher")
teacher = train(mlp(256, 0.3), lambda z, xb, yb: F.cross_entropy(z, yb), epochs=20, lr=2e-3)
teacher.eval().requires_grad_(False)

print("student alone")
train(mlp(16, 0.0), lambda z, xb, yb: F.cross_entropy(z, yb), epochs=25, lr=5e-3)


def distil(z, xb, yb, T=3.0, alpha=0.7):
    soft = F.kl_div(F.log_softmax(z / T, 1), F.log_softmax(teacher(xb) / T, 1), reduction="batchmean", log_target=True)
    return alpha * T * T * soft + (1 - alpha) * F.cross_entropy(z, yb)


print("student with teacher")
student = train(mlp(16, 0.0), distil, epochs=25, lr=5e-3)

# one number, fitted on the validation rows, reported on the test rows
z_val, t_val = outputs(student, val_loader)
log_temp = torch.zeros(1, requires_grad=True)
lbfgs = torch.optim.LBFGS([log_temp], lr=0.5, max_iter=50)


def closure():
    lbfgs.zero_grad()
    nll = F.cross_entropy(z_val / log_temp.exp(), t_val)
    nll.backward()
    return nll


lbfgs.step(closure)
z, t = outputs(student, test_loader)
temp = log_temp.detach().exp()
print(f"temperature {temp.item():.3f}: test NLL {F.cross_entropy(z, t):.4f} -> {F.cross_entropy(z / temp, t):.4f}")
