"""Two sensors watch the same events. Learn to find, for a reading of one, the partner reading of the other."""
import argparse
import math

import torch
import torch.nn.functional as F
from torch import nn


def make_pairs(n, generator, latent=8, noise=0.1):
    mix = torch.Generator().manual_seed(99)          # the two sensors are the same for every row
    a_mat = torch.randn(latent, 40, generator=mix) / math.sqrt(latent)
    b_mat = torch.randn(latent, 24, generator=mix) / math.sqrt(latent)
    events = torch.randn(n, latent, generator=generator)
    a = torch.tanh(events @ a_mat) + noise * torch.randn(n, 40, generator=generator)
    b = torch.sin(events @ b_mat) + noise * torch.randn(n, 24, generator=generator)
    return a, b


class Tower(nn.Module):
    def __init__(self, n_in, n_out=32):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(n_in, 128), nn.LayerNorm(128), nn.GELU(),
                                 nn.Linear(128, 128), nn.GELU(), nn.Linear(128, n_out))

    def forward(self, x):
        return F.normalize(self.net(x), dim=-1)


class TwoTowers(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = Tower(40), Tower(24)
        self.log_scale = nn.Parameter(torch.tensor(math.log(10.0)))

    def forward(self, a, b):
        scale = self.log_scale.clamp(max=math.log(100.0)).exp()
        return scale * self.left(a) @ self.right(b).T


def symmetric_loss(scores):
    partner = torch.arange(len(scores), device=scores.device)
    return 0.5 * (F.cross_entropy(scores, partner) + F.cross_entropy(scores.T, partner))


@torch.no_grad()
def recalls(model, a, b, ks=(1, 5)):
    model.eval()
    scores = model(a, b)
    own = scores.diagonal().unsqueeze(1)
    rank = (scores > own).sum(dim=1)                  # how many strangers beat the partner
    return {k: (rank < k).float().mean().item() for k in ks}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--lr", type=float, default=1e-3)
    args = parser.parse_args()

    torch.manual_seed(1)
    g = torch.Generator().manual_seed(1)
    a_train, b_train = make_pairs(6000, g)
    a_val, b_val = make_pairs(400, g)
    a_test, b_test = make_pairs(400, g)

    model = TwoTowers()
    weights = [p for n, p in model.named_parameters() if p.ndim > 1]
    rest = [p for n, p in model.named_parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": weights, "weight_decay": 1e-2},
                             {"params": rest, "weight_decay": 0.0}], lr=args.lr)
    warmup = args.steps // 10

    def factor(step):
        if step < warmup:
            return (step + 1) / warmup
        return 0.5 * (1 + math.cos(math.pi * (step - warmup) / (args.steps - warmup)))

    sched = torch.optim.lr_scheduler.LambdaLR(opt, factor)
    print("before:", recalls(model, a_val, b_val), "chance@1:", 1 / len(a_val))
    for step in range(1, args.steps + 1):
        model.train()
        idx = torch.randperm(len(a_train), generator=g)[:args.batch]
        loss = symmetric_loss(model(a_train[idx], b_train[idx]))
        opt.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 100 == 0:
            r = recalls(model, a_val, b_val)
            print(f"step {step:4d}  loss {loss.item():.3f}  val recall@1 {r[1]:.3f}  @5 {r[5]:.3f}")
    r = recalls(model, a_test, b_test)
    print(f"test recall@1 {r[1]:.3f}  @5 {r[5]:.3f}")


if __name__ == "__main__":
    main()
