"""Two-layer GCN on a stochastic block model.

Transductive on purpose: the whole graph and all features are seen in training, as in
Kipf & Welling; only the labels of the validation and test nodes are held back.
"""
import torch
import torch.nn.functional as F

torch.manual_seed(8)
N_PER, K, D = 120, 3, 16
P_IN, P_OUT = 0.08, 0.01


def block_model():
    y = torch.arange(K).repeat_interleave(N_PER)
    same = y[:, None] == y[None, :]
    p = torch.where(same, torch.tensor(P_IN), torch.tensor(P_OUT))
    upper = torch.triu((torch.rand_like(p) < p).float(), diagonal=1)
    adj = upper + upper.T
    centers = torch.randn(K, D)
    x = 0.4 * centers[y] + torch.randn(len(y), D)
    return x, adj, y


def normalise(adj):
    a = adj + torch.eye(len(adj))
    d = a.sum(1).rsqrt()
    return d[:, None] * a * d[None, :]


class GCN(torch.nn.Module):
    def __init__(self, d_in, d_hidden, d_out, p=0.5):
        super().__init__()
        self.w1 = torch.nn.Linear(d_in, d_hidden)
        self.w2 = torch.nn.Linear(d_hidden, d_out)
        self.p = p

    def forward(self, x, a):
        h = F.relu(a @ self.w1(F.dropout(x, self.p, self.training)))
        return a @ self.w2(F.dropout(h, self.p, self.training))


x, adj, y = block_model()
a_hat = normalise(adj)
n = len(y)
perm = torch.randperm(n)
masks = {}
for name, part in zip(("train", "val", "test"), perm.split([60, 100, n - 160])):
    m = torch.zeros(n, dtype=torch.bool)
    m[part] = True
    masks[name] = m
assert sum(m.int() for m in masks.values()).eq(1).all()

net = GCN(D, 32, K)
opt = torch.optim.Adam([
    {"params": net.w1.parameters(), "weight_decay": 5e-4},
    {"params": net.w2.parameters(), "weight_decay": 0.0},
], lr=0.01)


@torch.no_grad()
def evaluate(name):
    net.eval()
    logits, m = net(x, a_hat), masks[name]
    return F.cross_entropy(logits[m], y[m]).item(), (logits[m].argmax(1) == y[m]).float().mean().item()


best = (float("inf"), None, None)
for epoch in range(1, 151):
    net.train()
    opt.zero_grad()
    loss = F.cross_entropy(net(x, a_hat)[masks["train"]], y[masks["train"]])
    loss.backward()
    opt.step()
    val_loss, val_acc = evaluate("val")
    if val_loss < best[0]:
        best = (val_loss, epoch, {k: v.clone() for k, v in net.state_dict().items()})
    if epoch % 30 == 0:
        print(f"{epoch:3d}: train {loss.item():.3f} val {val_loss:.3f} / {val_acc:.3f}")

net.load_state_dict(best[2])
print(f"epoch {best[1]}: test accuracy {evaluate('test')[1]:.3f} (chance about {1 / K:.2f})")
