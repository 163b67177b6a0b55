# Gaussian process regression from scratch: kernel parameters by maximum marginal likelihood with L-BFGS.
# No validation rows here, on purpose: nothing is chosen by them, the evidence is computed from the training rows.
import json
import math
import os

import torch

torch.set_default_dtype(torch.float64)  # Cholesky likes it
torch.manual_seed(6)


def truth(x):
    return torch.sin(3 * x[:, 0]) + 0.5 * x[:, 1] ** 2


def sample(n):
    x = torch.rand(n, 2) * 4 - 2
    return x, truth(x) + 0.2 * torch.randn(n)


X, Y = sample(150)
X_new, Y_new = sample(400)

mean_y, std_y = Y.mean(), Y.std()
Z = (Y - mean_y) / std_y

# everything positive is held as a logarithm
log_len = torch.zeros(2, requires_grad=True)
log_amp = torch.zeros((), requires_grad=True)
log_noise = torch.tensor(math.log(0.3), requires_grad=True)
params = [log_len, log_amp, log_noise]


def kernel(a, b):
    a, b = a / log_len.exp(), b / log_len.exp()
    d2 = (a.unsqueeze(1) - b.unsqueeze(0)).square().sum(-1)
    return (2 * log_amp).exp() * torch.exp(-0.5 * d2)


def factor():
    K = kernel(X, X) + ((2 * log_noise).exp() + 1e-6) * torch.eye(len(X))
    L = torch.linalg.cholesky(K)
    return L, torch.cholesky_solve(Z.unsqueeze(1), L).squeeze(1)


def negative_evidence():
    L, alpha = factor()
    return 0.5 * Z @ alpha + L.diagonal().log().sum() + 0.5 * len(Z) * math.log(2 * math.pi)


solver = torch.optim.LBFGS(params, lr=1.0, max_iter=100, history_size=10, line_search_fn="strong_wolfe")


def closure():  # called several times per step by the line search
    solver.zero_grad()
    value = negative_evidence()
    value.backward()
    return value


with torch.no_grad():
    before = negative_evidence().item()
solver.step(closure)
with torch.no_grad():
    after = negative_evidence().item()
print(f"negative log evidence {before:.2f} -> {after:.2f}")
assert after < before


@torch.no_grad()
def predict(x):
    L, alpha = factor()
    ks = kernel(X, x)
    mean = ks.T @ alpha
    v = torch.linalg.solve_triangular(L, ks, upper=False)
    var = (2 * log_amp).exp() - v.square().sum(0) + (2 * log_noise).exp()  # of an observation, with its noise
    return mean * std_y + mean_y, var.clamp_min(1e-12).sqrt() * std_y


m, s = predict(X_new)
rmse = (m - Y_new).square().mean().sqrt().item()
flat = (mean_y - Y_new).square().mean().sqrt().item()
inside = ((m - Y_new).abs() < 1.96 * s).double().mean().item()
nlpd = (0.5 * ((Y_new - m) / s).square() + s.log() + 0.5 * math.log(2 * math.pi)).mean().item()

report = {
    "rmse": rmse,
    "rmse of the training mean": flat,
    "95% band covers": inside,
    "negative log density": nlpd,
    "length scales": log_len.exp().tolist(),
    "noise (true 0.2)": (log_noise.exp() * std_y).item(),
}
for k, v in report.items():
    print(f"{k:28s}", v if isinstance(v, list) else round(v, 4))

os.makedirs("out/qb15", exist_ok=True)
with open("out/qb15/report.json", "w") as f:
    json.dump(report, f, indent=1)
