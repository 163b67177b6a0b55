# A net with hard +1/-1 hidden units: sign() forward, clipped straight-through gradient backward,
# and a hand-written squared hinge loss whose backward is compared with finite differences first.
import torch
from sklearn.datasets import make_moons
from torch import nn
from torch.autograd import Function, gradcheck
from torch.autograd.function import once_differentiable


class SignSTE(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0).to(x.dtype)

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        return grad_out * (x.abs() <= 1).to(grad_out.dtype)


class SquaredHinge(Function):
    """mean(max(0, 1 - y f)^2), y in {-1, +1}"""

    @staticmethod
    def forward(ctx, score, target):
        slack = (1 - target * score).clamp(min=0)
        ctx.save_for_backward(slack, target)
        return slack.square().mean()

    @staticmethod
    @once_differentiable
    def backward(ctx, grad_out):
        slack, target = ctx.saved_tensors
        return grad_out * (-2.0 * target * slack) / slack.numel(), None


class HardUnits(nn.Module):
    def __init__(self, units=64):
        super().__init__()
        self.planes = nn.Linear(2, units)
        self.vote = nn.Linear(units, 1)

    def forward(self, x):
        return self.vote(SignSTE.apply(self.planes(x))).squeeze(-1)


torch.manual_seed(4)
torch.set_num_threads(1)

probe = torch.randn(12, dtype=torch.double, requires_grad=True)
sides = torch.tensor([1.0, -1.0], dtype=torch.double).repeat(6)
assert gradcheck(SquaredHinge.apply, (probe, sides))  # SignSTE is no true derivative and isn't checked

xy, moon = make_moons(n_samples=1500, noise=0.2, random_state=4)  # comes shuffled
xy = torch.tensor(xy, dtype=torch.float32)
side = torch.tensor(moon, dtype=torch.float32) * 2 - 1
train, val, test = slice(0, 900), slice(900, 1200), slice(1200, 1500)
center, scale = xy[train].mean(0), xy[train].std(0)
xy = (xy - center) / scale

model = HardUnits()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
scheduler = torch.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[50, 75], gamma=0.3)  # epochs, of 90


def accuracy(part):
    model.eval()
    with torch.no_grad():
        score = model(xy[part])
    return ((score >= 0) == (side[part] > 0)).float().mean().item()


best_val, best_weights = 0.0, None
for epoch in range(90):
    model.train()
    total = 0.0
    for rows in torch.randperm(900).split(50):  # the first 900 are the training rows
        loss = SquaredHinge.apply(model(xy[rows]), side[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item() * len(rows)
    scheduler.step()
    acc = accuracy(val)
    if acc > best_val:
        best_val = acc
        best_weights = {name: t.clone() for name, t in model.state_dict().items()}
    if epoch % 15 == 0:
        print(f"{epoch:3d}  hinge {total / 900:.3f}  val acc {acc:.3f}")

model.load_state_dict(best_weights)
print(f"val {best_val:.3f}  test {accuracy(test):.3f}  (two moons of the same size: 0.5 by guessing)")
