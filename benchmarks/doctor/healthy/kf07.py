"""4-bit weights, 8-bit activations: how many digits does the accelerator still read?

Flow as in the lab:
  1. train a float network,
  2. post-training quantisation (PTQ) of its weights,
  3. quantisation-aware fine-tuning (QAT) with a straight-through estimator,
  4. decide on the validation digits which of PTQ and QAT goes to tape-out, measure that one on the test digits.
"""
import copy

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn

W_BITS, A_BITS = 4, 8


class RoundSTE(torch.autograd.Function):
    """round() in the forward pass, identity in the backward pass."""

    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, grad):
        return grad


def fake_quant_weight(w, bits=W_BITS):
    """Symmetric, one scale per output channel; the scale is treated as a constant."""
    qmax = 2 ** (bits - 1) - 1
    scale = w.detach().abs().amax(dim=1, keepdim=True).clamp_min(1e-8) / qmax
    return RoundSTE.apply(w / scale).clamp(-qmax, qmax) * scale


def fake_quant_act(x, top, bits=A_BITS):
    """Unsigned, range [0, top]; values above saturate, as in the silicon."""
    step = top / (2 ** bits - 1)
    return RoundSTE.apply(x.clamp(0.0, top) / step) * step


class QLinear(nn.Linear):
    quantised = False

    def forward(self, x):
        w = fake_quant_weight(self.weight) if self.quantised else self.weight
        return F.linear(x, w, self.bias)


class Reader(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2, self.fc3 = QLinear(64, 48), QLinear(48, 32), QLinear(32, 10)
        self.register_buffer("tops", torch.ones(3))  # activation ranges, found by calibration
        self.quantised = False

    def switch(self, on):
        self.quantised = on
        for m in (self.fc1, self.fc2, self.fc3):
            m.quantised = on
        return self

    def q(self, x, i):
        return fake_quant_act(x, self.tops[i]) if self.quantised else x

    def forward(self, x):
        x = self.q(x, 0)
        x = self.q(F.relu(self.fc1(x)), 1)
        x = self.q(F.relu(self.fc2(x)), 2)
        return self.fc3(x)

    @torch.no_grad()
    def calibrate(self, x):
        """Ranges from training pictures only."""
        a1 = F.relu(self.fc1(x))
        a2 = F.relu(self.fc2(a1))
        for i, a in enumerate((x, a1, a2)):
            self.tops[i] = a.flatten().quantile(0.999)


def fit(net, x, y, epochs, lr):
    net.train()
    opt = torch.optim.SGD(net.parameters(), lr=lr, momentum=0.9, nesterov=True, weight_decay=1e-4)
    updates = epochs * len(x.split(32))
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=updates)
    for _ in range(epochs):
        order = torch.randperm(len(x))
        for idx in order.split(32):
            loss = F.cross_entropy(net(x[idx]), y[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
    return net


@torch.no_grad()
def accuracy(net, x, y):
    net.eval()
    return (net(x).argmax(1) == y).float().mean().item()


def main():
    torch.manual_seed(0x51)
    raw = load_digits()
    x = torch.tensor(raw.data / 16.0, dtype=torch.float32)  # the sensor's range is 0..16, no statistics involved
    y = torch.tensor(raw.target)
    rest, test = train_test_split(range(len(x)), test_size=360, stratify=raw.target, random_state=1)
    train, valid = train_test_split(rest, test_size=300, stratify=raw.target[rest], random_state=2)

    net = fit(Reader(), x[train], y[train], epochs=40, lr=0.05)
    print(f"float32            validation {accuracy(net, x[valid], y[valid]):.4f}")

    net.calibrate(x[train])
    ptq = copy.deepcopy(net).switch(True)
    qat = fit(copy.deepcopy(net).switch(True), x[train], y[train], epochs=15, lr=0.01)
    scores = {"PTQ": accuracy(ptq, x[valid], y[valid]), "QAT": accuracy(qat, x[valid], y[valid])}
    for name, s in scores.items():
        print(f"{name} W{W_BITS}A{A_BITS}           validation {s:.4f}")

    chosen = max(scores, key=scores.get)
    final = {"PTQ": ptq, "QAT": qat}[chosen]
    print(f"tape-out: {chosen}, test {accuracy(final, x[test], y[test]):.4f}; "
          f"float on test {accuracy(net, x[test], y[test]):.4f}; guessing 0.10")


if __name__ == "__main__":
    main()
