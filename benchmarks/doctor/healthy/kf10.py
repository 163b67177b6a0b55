"""aim_assist.py - teach a turret to lead its target.

The exact intercept is a quadratic; the console build wants a tiny MLP instead (fixed cost, one matmul chain).
Training data is an endless stream from the level generator; the dev set and the test set are fixed
and come from seeds of their own.
"""
import itertools
import math

import torch
import torch.nn as nn

BULLET = 30.0        # m/s
ARENA = 40.0         # m
HITBOX = 1.0         # m, radius of the target
STEPS, BATCH = 3000, 256


def intercept(pos, vel):
    """Time and point where a bullet from the origin meets the target (targets are slower than bullets)."""
    a = vel.square().sum(-1) - BULLET ** 2            # always negative
    b = 2 * (pos * vel).sum(-1)
    c = pos.square().sum(-1)
    t = (-b - (b * b - 4 * a * c).sqrt()) / (2 * a)   # the positive root, since a < 0 < c
    return t, pos + vel * t.unsqueeze(-1)


def spawn(n, gen):
    """n enemies: position in a ring, velocity in any direction. Returns state (n, 4) and aim (n, 2)."""
    r = 5 + (ARENA - 5) * torch.rand(n, generator=gen)
    phi = 2 * math.pi * torch.rand(n, generator=gen)
    s = 18 * torch.rand(n, generator=gen)
    psi = 2 * math.pi * torch.rand(n, generator=gen)
    pos = torch.stack([r * phi.cos(), r * phi.sin()], -1)
    vel = torch.stack([s * psi.cos(), s * psi.sin()], -1)
    _, meet = intercept(pos, vel)
    return torch.cat([pos, vel], -1), nn.functional.normalize(meet, dim=-1)


def stream(batch, seed):
    gen = torch.Generator().manual_seed(seed)
    while True:
        yield spawn(batch, gen)


class Turret(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(6, width), nn.SiLU(),
            nn.Linear(width, width), nn.SiLU(),
            nn.Linear(width, 2),
        )

    def forward(self, state):
        pos, vel = state.split(2, dim=-1)
        # direction to the target, distance and velocity, all of order one by game constants
        dist = pos.norm(dim=-1, keepdim=True)
        x = torch.cat([pos / dist, dist / ARENA, vel / BULLET, (vel * pos / dist).sum(-1, keepdim=True) / BULLET], -1)
        return nn.functional.normalize(self.net(x) + pos / dist, dim=-1)


def angle_error(aim, want):
    """Degrees between two unit vectors; atan2 stays accurate for tiny angles, acos does not."""
    cross = aim[:, 0] * want[:, 1] - aim[:, 1] * want[:, 0]
    dot = (aim * want).sum(-1)
    return torch.rad2deg(torch.atan2(cross.abs(), dot))


def hit_rate(aim, state):
    """Closest approach of bullet and target, both moving in straight lines from t = 0."""
    pos, vel = state.split(2, dim=-1)
    rel = vel - BULLET * aim
    t = (-(pos * rel).sum(-1) / rel.square().sum(-1)).clamp_min(0)
    miss = (pos + rel * t.unsqueeze(-1)).norm(dim=-1)
    return (miss < HITBOX).float().mean().item()


@torch.no_grad()
def playtest(model, state, want):
    was_training = model.training
    model.eval()
    aim = model(state)
    model.train(was_training)
    return angle_error(aim, want).mean().item(), hit_rate(aim, state)


def main():
    torch.manual_seed(1337)
    dev = spawn(4000, torch.Generator().manual_seed(2))
    test = spawn(4000, torch.Generator().manual_seed(3))

    model = Turret()
    opt = torch.optim.AdamW(model.parameters(), lr=3e-3, weight_decay=1e-5)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=3e-3, total_steps=STEPS)

    best = (math.inf, None)
    model.train()
    for step, (state, want) in enumerate(itertools.islice(stream(BATCH, seed=1), STEPS), start=1):
        loss = (model(state) - want).square().sum(-1).mean()   # = 2 - 2 cos(error)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 250 == 0:
            err, hits = playtest(model, *dev)
            print(f"step {step:5d}  loss {loss.item():.5f}  dev {err:5.2f} deg  hits {hits:.3f}")
            if err < best[0]:
                best = (err, {k: v.clone() for k, v in model.state_dict().items()})

    model.load_state_dict(best[1])
    err, hits = playtest(model, *test)
    naive = nn.functional.normalize(test[0][:, :2], dim=-1)
    print(f"test: network {err:.2f} deg, hits {hits:.3f}")
    print(f"test: straight at the target {angle_error(naive, test[1]).mean():.2f} deg, hits {hit_rate(naive, test[0]):.3f}")
    print(f"test: exact solution hits {hit_rate(test[1], test[0]):.3f}")


if __name__ == "__main__":
    main()
