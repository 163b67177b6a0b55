"""Deep ensemble of regressors, all members trained at once with torch.func.

Every member has its own start and its own bootstrap sample of the training rows.
"""
import copy
import math

import torch
from torch import nn
from torch.func import functional_call, stack_module_state, vmap

MEMBERS = 6
STEPS = 1200
BATCH = 64


def make_rows(n, gen):
    x = torch.rand(n, 1, generator=gen) * 6 - 3
    y = torch.sin(2 * x) + 0.3 * x + 0.1 * torch.randn(n, 1, generator=gen)
    return x, y


def member():
    return nn.Sequential(nn.Linear(1, 48), nn.Tanh(), nn.Linear(48, 48), nn.Tanh(), nn.Linear(48, 1))


def main():
    gen = torch.Generator().manual_seed(31)
    torch.manual_seed(31)
    x_train, y_train = make_rows(600, gen)
    x_val, y_val = make_rows(200, gen)
    x_test, y_test = make_rows(300, gen)

    nets = [member() for _ in range(MEMBERS)]
    params, buffers = stack_module_state(nets)
    skeleton = copy.deepcopy(nets[0]).to("meta")

    def single(p, b, x):
        return functional_call(skeleton, (p, b), (x,))

    each_own = vmap(single, in_dims=(0, 0, 0))
    all_same = vmap(single, in_dims=(0, 0, None))

    # one row of indices per member, drawn with replacement
    boot = torch.randint(len(x_train), (MEMBERS, len(x_train)), generator=gen)

    optimizer = torch.optim.Adam(list(params.values()), lr=5e-3)
    scheduler = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda s: min(1.0, (s + 1) / 50) * 0.5 * (1 + math.cos(math.pi * s / STEPS))
    )

    for step in range(1, STEPS + 1):
        pick = torch.randint(boot.shape[1], (MEMBERS, BATCH), generator=gen)
        rows = boot.gather(1, pick)
        pred = each_own(params, buffers, x_train[rows])
        # members share no weight: the sum over them gives each one its own gradient
        loss = (pred - y_train[rows]).square().mean(dim=(1, 2)).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        scheduler.step()

        if step % 200 == 0:
            with torch.no_grad():
                val = all_same(params, buffers, x_val).mean(0)
                mse = (val - y_val).square().mean().item()
            print(f"step {step:4d}  train mse per member {loss.item() / MEMBERS:.4f}  val mse {mse:.4f}")

    with torch.no_grad():
        out = all_same(params, buffers, x_test)
        single_mse = (out - y_test).square().mean(dim=(1, 2))
        joint_mse = (out.mean(0) - y_test).square().mean().item()
        far = all_same(params, buffers, torch.tensor([[6.0], [-6.0]])).std(0).mean().item()
        near = out.std(0).mean().item()
    print("single members, test mse:", " ".join(f"{m:.4f}" for m in single_mse.tolist()))
    print(f"ensemble, test mse: {joint_mse:.4f}  (noise floor 0.01)")
    print(f"spread inside the data {near:.3f}, far outside {far:.3f}")


if __name__ == "__main__":
    main()
