"""Knowledge distillation: a wide teacher, a narrow student, few labels for the student."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split


class Trainer:
    def __init__(self, model, lr=2e-3, batch_size=64):
        self.model, self.batch_size = model, batch_size
        self.opt = torch.optim.Adam(model.parameters(), lr=lr)

    def fit(self, x, loss_fn, epochs):
        """loss_fn(logits, idx) -> scalar; idx are the rows of x in the batch"""
        self.model.train()
        for _ in range(epochs):
            for idx in torch.randperm(len(x)).split(self.batch_size):
                loss = loss_fn(self.model(x[idx]), idx)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
        return self

    @torch.no_grad()
    def score(self, x, y):
        self.model.eval()
        return (self.model(x).argmax(1) == y).float().mean().item()


def mlp(width):
    return nn.Sequential(nn.Linear(64, width), nn.ReLU(), nn.Linear(width, 10))


def distill_loss(student, teacher, T):
    return F.kl_div(F.log_softmax(student / T, dim=1), F.softmax(teacher / T, dim=1), reduction="batchmean") * T * T


torch.manual_seed(0)
digits = load_digits()
X = torch.tensor(digits.data, dtype=torch.float32) / 16
y = torch.tensor(digits.target)
train_idx, test_idx = train_test_split(torch.arange(len(y)), test_size=0.3, stratify=y, random_state=0)
X_tr, y_tr, X_te, y_te = X[train_idx], y[train_idx], X[test_idx], y[test_idx]
labelled = torch.arange(len(y_tr)) < 60          # the student sees only these labels

teacher = Trainer(mlp(256)).fit(X_tr, lambda out, i: F.cross_entropy(out, y_tr[i]), epochs=40)
print(f"teacher, all labels        {teacher.score(X_te, y_te):.3f}")

alone = Trainer(mlp(16))
alone.fit(X_tr[labelled], lambda out, i: F.cross_entropy(out, y_tr[labelled][i]), epochs=400)
print(f"student alone, 60 labels   {alone.score(X_te, y_te):.3f}")

with torch.no_grad():
    teacher_logits = teacher.model.eval()(X_tr)


def student_loss(out, i):
    loss = distill_loss(out, teacher_logits[i], T=3.0)
    has = labelled[i]
    if has.any():
        loss = loss + 0.1 * F.cross_entropy(out[has], y_tr[i][has])
    return loss


student = Trainer(mlp(16)).fit(X_tr, student_loss, epochs=60)
print(f"student with the teacher   {student.score(X_te, y_te):.3f}")
