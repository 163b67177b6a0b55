"""Distillation: a wide teacher, a narrow student, and a narrow net without teacher to compare with."""
import torch
from sklearn.datasets import load_digits
from torch import nn, optim
from torch.nn import functional as F
from torch.utils.data import DataLoader, TensorDataset, random_split

T, ALPHA = 3.0, 0.7


def mlp(width, p=0.0):
    return nn.Sequential(nn.Linear(64, width), nn.ReLU(), nn.Dropout(p), nn.Linear(width, width), nn.ReLU(), nn.Dropout(p),
                         nn.Linear(width, 10))


def load():
    X, y = load_digits(return_X_y=True)
    everything = TensorDataset(torch.tensor(X / 8.0 - 1.0).float(), torch.tensor(y))
    return random_split(everything, [1197, 300, 300], generator=torch.Generator().manual_seed(11))


class Fitter:
    def __init__(self, net, train_set, epochs, lr, teacher=None):
        self.net, self.epochs, self.teacher = net, epochs, teacher
        self.loader = DataLoader(train_set, batch_size=64, shuffle=True)
        self.opt = optim.Adam(net.parameters(), lr=lr)
        self.sched = optim.lr_scheduler.CosineAnnealingLR(self.opt, T_max=epochs)
        if teacher is not None:
            teacher.eval()
            teacher.requires_grad_(False)

    def loss(self, x, y):
        out = self.net(x)
        hard = F.cross_entropy(out, y)
        if self.teacher is None:
            return hard
        with torch.no_grad():
            soft_target = F.log_softmax(self.teacher(x) / T, dim=-1)
        soft = F.kl_div(F.log_softmax(out / T, dim=-1), soft_target, reduction="batchmean", log_target=True)
        return ALPHA * T * T * soft + (1 - ALPHA) * hard

    def run(self):
        for _ in range(self.epochs):
            self.net.train()
            for x, y in self.loader:
                loss = self.loss(x, y)
                self.opt.zero_grad()
                loss.backward()
                self.opt.step()
            self.sched.step()           # once an epoch: T_max counts epochs
        return self.net


def accuracy(net, part):
    net.eval()
    x, y = next(iter(DataLoader(part, batch_size=len(part))))
    with torch.inference_mode():
        return (net(x).argmax(-1) == y).float().mean().item()


def main():
    torch.manual_seed(0)
    train_set, valid_set, test_set = load()

    teacher = Fitter(mlp(256, p=0.3), train_set, epochs=40, lr=1e-3).run()
    print(f"teacher  validation {accuracy(teacher, valid_set):.3f}")

    torch.manual_seed(1)
    start = mlp(16).state_dict()
    nets = {}
    for name, guide in (("alone", None), ("student", teacher)):
        net = mlp(16)
        net.load_state_dict(start)      # both begin from the same weights
        torch.manual_seed(2)            # ... and see the batches in the same order
        nets[name] = Fitter(net, train_set, epochs=60, lr=3e-3, teacher=guide).run()
        print(f"{name:8s} validation {accuracy(net, valid_set):.3f}")

    # the decision was made beforehand: the student is what we report
    print(f"student  test {accuracy(nets['student'], test_set):.3f} (teacher {accuracy(teacher, test_set):.3f})")


main()
