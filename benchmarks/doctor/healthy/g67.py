"""An ensemble of small networks trained at once with torch.func: no optimizer object, momentum written out.

Each member sees its own bootstrap sample of the training rows; vmap runs all members in one call.
"""
import torch
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn
from torch.func import functional_call, grad_and_value, stack_module_state, vmap

MEMBERS, STEPS, BATCH = 6, 400, 64
PEAK, MOMENTUM, DECAY = 0.05, 0.9, 1e-4


def make_net():
    return nn.Sequential(nn.Linear(64, 48), nn.GELU(), nn.Linear(48, 10))


def data(device):
    digits = load_digits()
    x_train, x_test, y_train, y_test = train_test_split(
        digits.data, digits.target, test_size=0.3, random_state=0, stratify=digits.target
    )
    mean, std = x_train.mean(0), x_train.std(0) + 1e-3  # of the training rows only
    as_x = lambda a: torch.tensor((a - mean) / std, dtype=torch.float32, device=device)
    as_y = lambda a: torch.tensor(a, device=device)
    return as_x(x_train), as_y(y_train), as_x(x_test), as_y(y_test)


def main():
    torch.manual_seed(6)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    x, y, x_test, y_test = data(device)

    nets = [make_net().to(device) for _ in range(MEMBERS)]
    params, buffers = stack_module_state(nets)
    params = {k: v.detach() for k, v in params.items()}
    skeleton = make_net().to("meta")

    def loss_fn(p, b, xb, yb):
        return nn.functional.cross_entropy(functional_call(skeleton, (p, b), (xb,)), yb)

    step_fn = vmap(grad_and_value(loss_fn))
    velocity = {k: torch.zeros_like(v) for k, v in params.items()}
    bags = torch.randint(len(x), (MEMBERS, len(x)), device=device)  # with replacement

    running = torch.zeros(MEMBERS, device=device)
    for step in range(1, STEPS + 1):
        lr = PEAK * min(step / 20, (STEPS - step + 1) / STEPS)
        pick = bags.gather(1, torch.randint(len(x), (MEMBERS, BATCH), device=device))
        grads, losses = step_fn(params, buffers, x[pick], y[pick])
        for k in params:
            velocity[k] = MOMENTUM * velocity[k] + grads[k] + DECAY * params[k]
            params[k] = params[k] - lr * velocity[k]
        running += losses
        if step % 100 == 0:
            print(f"step {step}: mean loss of each member " + " ".join(f"{v:.3f}" for v in (running / 100).tolist()))
            running.zero_()

    def forward(p, b, xb):
        return functional_call(skeleton, (p, b), (xb,))

    with torch.no_grad():
        logits = vmap(forward, in_dims=(0, 0, None))(params, buffers, x_test)  # members, rows, classes
    single = (logits.argmax(-1) == y_test).float().mean(1)
    mixture = logits.softmax(-1).mean(0)
    nll = nn.functional.nll_loss(mixture.clamp_min(1e-12).log(), y_test)
    print("test accuracy of the members:", " ".join(f"{a:.3f}" for a in single.tolist()))
    print(f"test accuracy of the ensemble: {(mixture.argmax(-1) == y_test).float().mean():.3f}, nll {nll:.3f}")


main()
