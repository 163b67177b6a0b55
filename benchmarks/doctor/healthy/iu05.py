# matrix factorisation with biases: fill in the missing cells of a ratings table (cells held out, every user and item known)
import torch, torch.nn as nn, torch.nn.functional as F

torch.manual_seed(1)
U, I, R, STEPS, B = 300, 200, 3, 3000, 512

truth = (torch.randn(U, R) @ torch.randn(R, I)) * 0.5 + 0.4 * torch.randn(U, 1) + 0.4 * torch.randn(1, I) + 3.0
cells = torch.randperm(U * I)[:20000]                # a third of the table is observed, each cell once
u, i = cells // I, cells % I
r = truth[u, i] + 0.1 * torch.randn(len(cells))
tr, va, te = torch.arange(20000).split([16000, 2000, 2000])
mean = r[tr].mean()


class MF(nn.Module):
    def __init__(self, k=6):
        super().__init__()
        self.pu, self.qi = nn.Embedding(U, k), nn.Embedding(I, k)
        self.bu, self.bi = nn.Embedding(U, 1), nn.Embedding(I, 1)
        for e in (self.pu, self.qi):
            nn.init.normal_(e.weight, std=0.1)
        for e in (self.bu, self.bi):
            nn.init.zeros_(e.weight)
        self.register_buffer("mean", mean)

    def forward(self, u, i):
        return self.mean + (self.bu(u) + self.bi(i)).squeeze(-1) + (self.pu(u) * self.qi(i)).sum(-1)

    def penalty(self, u, i):
        return self.pu(u).square().mean() + self.qi(i).square().mean()


m = MF()
opt = torch.optim.Adam(m.parameters(), lr=0.01)
lin = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.05, total_iters=STEPS)


@torch.no_grad()
def rmse(rows):
    return F.mse_loss(m(u[rows], i[rows]), r[rows]).sqrt().item()


for s in range(1, STEPS + 1):
    j = tr[torch.randint(len(tr), (B,))]
    loss = F.mse_loss(m(u[j], i[j]), r[j]) + 0.05 * m.penalty(u[j], i[j])
    opt.zero_grad()
    loss.backward()
    opt.step()
    lin.step()
    if s % 500 == 0:
        print(f"step {s:4d}  train {rmse(tr):.3f}  valid {rmse(va):.3f}")
print(f"test rmse {rmse(te):.3f}, constant {(r[te] - mean).square().mean().sqrt().item():.3f}, noise floor 0.100")
