# Eight small networks trained at the same time with torch.func: vmap over stacked parameters.
import copy

import torch
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from torch import nn
from torch.func import functional_call, grad_and_value, stack_module_state, vmap

N_MODELS, STEPS, BATCH, LR, MOMENTUM, DECAY = 8, 400, 64, 0.05, 0.9, 1e-3


def make_net(n_in):
    return nn.Sequential(nn.Linear(n_in, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 2))


def lr_at(step):
    """linear warm-up over 5 %, then linear down to zero at STEPS"""
    warm = max(1, STEPS // 20)
    if step < warm:
        return LR * (step + 1) / warm
    return LR * (STEPS - step) / (STEPS - warm)


torch.manual_seed(0)
torch.set_num_threads(2)

X, y = load_breast_cancer(return_X_y=True)
X_fit, X_test, y_fit, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_tr, X_val, y_tr, y_val = train_test_split(X_fit, y_fit, test_size=0.2, stratify=y_fit, random_state=0)
scaler = StandardScaler().fit(X_tr)


def tensors(a, b):
    return torch.tensor(scaler.transform(a), dtype=torch.float32), torch.tensor(b, dtype=torch.long)


x_tr, t_tr = tensors(X_tr, y_tr)
x_val, t_val = tensors(X_val, y_val)
x_test, t_test = tensors(X_test, y_test)

nets = [make_net(x_tr.shape[1]) for _ in range(N_MODELS)]
params, buffers = stack_module_state(nets)
params = {k: v.detach() for k, v in params.items()}
skeleton = copy.deepcopy(nets[0]).to("meta")


def forward(p, b, x):
    return functional_call(skeleton, (p, b), (x,))


def loss_fn(p, b, x, t):
    return nn.functional.cross_entropy(forward(p, b, x), t)


step_grads = vmap(grad_and_value(loss_fn), in_dims=(0, 0, 0, 0))
predict = vmap(forward, in_dims=(0, 0, None))

velocity = {k: torch.zeros_like(v) for k, v in params.items()}
gen = torch.Generator().manual_seed(11)
for step in range(STEPS):
    # each member sees its own bootstrap batch
    idx = torch.randint(0, len(x_tr), (N_MODELS, BATCH), generator=gen)
    grads, losses = step_grads(params, buffers, x_tr[idx], t_tr[idx])
    lr = lr_at(step)
    for k in params:
        g = grads[k] + DECAY * params[k]
        velocity[k] = MOMENTUM * velocity[k] + g
        params[k] = params[k] - lr * velocity[k]
    if (step + 1) % 100 == 0:
        with torch.no_grad():
            logits = predict(params, buffers, x_val)
            acc = (logits.argmax(-1) == t_val).float().mean(1)
        print(f"step {step + 1}: loss {losses.mean():.4f}  val acc of the members "
              f"{acc.min():.3f} .. {acc.max():.3f}")

with torch.no_grad():
    for name, x, t in (("validation", x_val, t_val), ("test", x_test, t_test)):
        probs = predict(params, buffers, x).softmax(-1)
        single = (probs.argmax(-1) == t).float().mean().item()
        together = (probs.mean(0).argmax(-1) == t).float().mean().item()
        print(f"{name}: mean single {single:.3f}, ensemble {together:.3f}")
