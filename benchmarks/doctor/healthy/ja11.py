"""Sparse mixture of experts (top-2 routing, load-balancing loss) on a regression with four regimes."""
import argparse
import copy
import os

import torch
import torch.nn as nn
import torch.nn.functional as F


def make_data(n, gen, regimes, weights):
    x = torch.randn(n, regimes.size(1), generator=gen)
    k = (x @ regimes.T).argmax(1)                       # which regime a row belongs to
    y = (x * weights[k]).sum(1) + 0.1 * torch.randn(n, generator=gen)
    return x, y


class Experts(nn.Module):
    """All experts as one batched two-layer network: parameters have a leading expert axis."""

    def __init__(self, n_experts, d_in, d_hidden):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(n_experts, d_in, d_hidden) * (2 / d_in) ** 0.5)
        self.b1 = nn.Parameter(torch.zeros(n_experts, 1, d_hidden))
        self.w2 = nn.Parameter(torch.randn(n_experts, d_hidden, 1) * (1 / d_hidden) ** 0.5)
        self.b2 = nn.Parameter(torch.zeros(n_experts, 1, 1))

    def forward(self, x):
        h = F.relu(torch.einsum("nd,edh->enh", x, self.w1) + self.b1)
        return (h @ self.w2 + self.b2).squeeze(-1).T     # [rows, experts]


class MoE(nn.Module):
    def __init__(self, d_in, n_experts=6, d_hidden=16, top_k=2):
        super().__init__()
        self.gate = nn.Linear(d_in, n_experts)
        self.experts = Experts(n_experts, d_in, d_hidden)
        self.top_k, self.n_experts = top_k, n_experts

    def forward(self, x):
        logits = self.gate(x)
        if self.training:                               # exploration of other experts
            logits = logits + 0.3 * torch.randn_like(logits)
        probs = logits.softmax(1)
        top, chosen = logits.topk(self.top_k, dim=1)
        mix = top.softmax(1)                            # renormalised over the chosen ones
        # computing every expert and gathering is fine at this size; the result is the sparse one
        out = (mix * self.experts(x).gather(1, chosen)).sum(1)
        share = F.one_hot(chosen, self.n_experts).float().mean((0, 1))   # no gradient through this
        balance = self.n_experts * (share * probs.mean(0)).sum()         # 1.0 when perfectly even
        return out, balance, share


@torch.no_grad()
def evaluate(model, x, y):
    model.eval()
    pred, _, share = model(x)
    return F.mse_loss(pred, y).item(), share


def least_squares(x, y, x_new):
    design = torch.cat([x, torch.ones(len(x), 1)], 1)
    coef = torch.linalg.lstsq(design, y.unsqueeze(1)).solution
    return (torch.cat([x_new, torch.ones(len(x_new), 1)], 1) @ coef).squeeze(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=32)
    parser.add_argument("--batch-size", type=int, default=128)
    parser.add_argument("--lr", type=float, default=5e-3)
    parser.add_argument("--balance", type=float, default=0.01)
    parser.add_argument("--dim", type=int, default=8)
    parser.add_argument("--out", default="out/ja11")
    args = parser.parse_args()

    torch.manual_seed(5)
    torch.set_num_threads(1)
    gen = torch.Generator().manual_seed(99)
    regimes = torch.randn(4, args.dim, generator=gen)
    weights = torch.randn(4, args.dim, generator=gen)
    (x_tr, y_tr), (x_va, y_va), (x_te, y_te) = (make_data(n, gen, regimes, weights) for n in (6000, 1000, 2000))

    model = MoE(args.dim)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=1e-4)
    batches = -(-len(x_tr) // args.batch_size)
    scheduler = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.02, total_iters=args.epochs * batches)

    best, best_model = float("inf"), None
    for epoch in range(args.epochs):
        model.train()
        for rows in torch.randperm(len(x_tr)).split(args.batch_size):
            pred, balance, _ = model(x_tr[rows])
            loss = F.mse_loss(pred, y_tr[rows]) + args.balance * balance
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
        mse, share = evaluate(model, x_va, y_va)
        if mse < best:
            best, best_model = mse, copy.deepcopy(model)
        if epoch % 8 == 7:
            print(f"epoch {epoch + 1:2d}  val MSE {mse:.3f}  share of experts", [round(s, 2) for s in share.tolist()])

    test_mse, _ = evaluate(best_model, x_te, y_te)
    print(f"test MSE: MoE {test_mse:.3f}  linear {F.mse_loss(least_squares(x_tr, y_tr, x_te), y_te):.3f}  "
          f"mean {(y_te - y_tr.mean()).pow(2).mean():.3f}  noise floor 0.010")
    os.makedirs(args.out, exist_ok=True)
    torch.save(best_model.state_dict(), os.path.join(args.out, "moe.pt"))
