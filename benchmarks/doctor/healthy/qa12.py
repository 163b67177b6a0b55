# Knowledge distillation: a wide teacher, a tiny student, and the same student without a teacher.
# Each of the three is stopped on the validation rows; the test rows are looked at once, at the end.
import copy
import os

import torch
import torch.nn.functional as F
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn

torch.set_num_threads(2)
TEMPERATURE = 3.0
ALPHA = 0.7            # weight of the teacher's opinion


def get_data():
    X, y = make_classification(n_samples=5000, n_features=30, n_informative=12, n_redundant=6, n_classes=5,
                               n_clusters_per_class=2, class_sep=1.6, flip_y=0.02, random_state=4)
    X_tmp, X_te, y_tmp, y_te = train_test_split(X, y, test_size=1000, stratify=y, random_state=4)
    X_tr, X_va, y_tr, y_va = train_test_split(X_tmp, y_tmp, test_size=1000, stratify=y_tmp, random_state=4)
    scaler = StandardScaler().fit(X_tr)
    t = lambda a: torch.tensor(scaler.transform(a), dtype=torch.float32)
    return (t(X_tr), torch.tensor(y_tr)), (t(X_va), torch.tensor(y_va)), (t(X_te), torch.tensor(y_te))


def mlp(width, dropout):
    return nn.Sequential(
        nn.Linear(30, width), nn.ReLU(), nn.Dropout(dropout),
        nn.Linear(width, width), nn.ReLU(), nn.Dropout(dropout),
        nn.Linear(width, 5),
    )


def hard_loss(model, x, y):
    return F.cross_entropy(model(x), y)


def distillation_loss(teacher):
    """A loss like hard_loss, with a frozen teacher enclosed."""
    teacher = copy.deepcopy(teacher).eval().requires_grad_(False)

    def loss(model, x, y):
        logits = model(x)
        with torch.no_grad():
            target = F.log_softmax(teacher(x) / TEMPERATURE, dim=-1)
        soft = F.kl_div(F.log_softmax(logits / TEMPERATURE, dim=-1), target,
                        reduction="batchmean", log_target=True)
        # T^2 keeps the gradients of both parts on one scale (Hinton et al., 2015)
        return ALPHA * TEMPERATURE ** 2 * soft + (1 - ALPHA) * F.cross_entropy(logits, y)

    return loss


@torch.no_grad()
def accuracy(model, x, y):
    model.eval()
    return (model(x).argmax(-1) == y).float().mean().item()


@torch.no_grad()
def nll(model, x, y):
    model.eval()
    return F.cross_entropy(model(x), y).item()


def train(model, loss_fn, train_set, valid_set, epochs, lr=2e-3, batch=100):
    x, y = train_set
    per_epoch = -(-len(x) // batch)
    opt = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=1e-2)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=lr, epochs=epochs, steps_per_epoch=per_epoch)
    best, keep = float("inf"), None
    for _ in range(epochs):
        model.train()
        for idx in torch.randperm(len(x)).split(batch):
            opt.zero_grad()
            loss_fn(model, x[idx], y[idx]).backward()
            opt.step()
            sched.step()               # OneCycle counts batches
        now = nll(model, *valid_set)
        if now < best:
            best, keep = now, copy.deepcopy(model.state_dict())
    model.load_state_dict(keep)
    return model


tr, va, te = get_data()

torch.manual_seed(0)
teacher = train(mlp(256, 0.3), hard_loss, tr, va, epochs=30)
torch.manual_seed(1)
student = mlp(12, 0.0)
lonely = copy.deepcopy(student)        # the same starting point for a fair comparison
student = train(student, distillation_loss(teacher), tr, va, epochs=30)
lonely = train(lonely, hard_loss, tr, va, epochs=30)

majority = torch.bincount(tr[1]).argmax()
print(f"{'majority class':<22}{(te[1] == majority).float().mean().item():.3f}")
for name, net in [("teacher", teacher), ("student with teacher", student), ("student alone", lonely)]:
    size = sum(p.numel() for p in net.parameters())
    print(f"{name:<22}{accuracy(net, *te):.3f}   valid {accuracy(net, *va):.3f}   {size} weights")

os.makedirs("out/qa12", exist_ok=True)
torch.save(student.state_dict(), "out/qa12/student.pt")
