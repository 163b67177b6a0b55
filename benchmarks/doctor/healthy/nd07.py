# An LSTM from nothing but matrix products, checked against nn.LSTM (outputs AND gradients),
# then put to work on a memory task: at one marked position of the sequence, was the number positive?
import torch
from torch import nn, Tensor


class TinyLSTM(nn.Module):
    """Single layer, batch first. Gate order i, f, g, o as in PyTorch."""

    def __init__(self, n_in: int, n_hidden: int):
        super().__init__()
        self.n_hidden = n_hidden
        k = n_hidden ** -0.5
        self.w_x = nn.Parameter(torch.empty(4 * n_hidden, n_in).uniform_(-k, k))
        self.w_h = nn.Parameter(torch.empty(4 * n_hidden, n_hidden).uniform_(-k, k))
        self.b = nn.Parameter(torch.zeros(4 * n_hidden))
        with torch.no_grad():
            self.b[n_hidden : 2 * n_hidden] = 1.0        # remember by default

    def forward(self, x: Tensor):
        h = x.new_zeros(x.shape[0], self.n_hidden)
        c = torch.zeros_like(h)
        x_part = x @ self.w_x.T + self.b                 # all time steps at once
        outs = []
        for t in range(x.shape[1]):
            i, f, g, o = (x_part[:, t] + h @ self.w_h.T).chunk(4, dim=1)
            c = f.sigmoid() * c + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            outs.append(h)
        return torch.stack(outs, dim=1), (h, c)


def compare():
    mine = TinyLSTM(3, 5).double()
    lib = nn.LSTM(3, 5, batch_first=True).double()
    with torch.no_grad():
        lib.weight_ih_l0.copy_(mine.w_x)
        lib.weight_hh_l0.copy_(mine.w_h)
        lib.bias_ih_l0.copy_(mine.b)
        lib.bias_hh_l0.zero_()                           # torch has two biases, we have one
    x = torch.randn(4, 7, 3, dtype=torch.float64)
    a, (ha, ca) = mine(x)
    b, (hb, cb) = lib(x)
    torch.testing.assert_close(a, b)
    torch.testing.assert_close(ha, hb[0])
    torch.testing.assert_close(ca, cb[0])
    a.pow(2).sum().backward()
    b.pow(2).sum().backward()
    torch.testing.assert_close(mine.w_x.grad, lib.weight_ih_l0.grad)
    torch.testing.assert_close(mine.w_h.grad, lib.weight_hh_l0.grad)
    torch.testing.assert_close(mine.b.grad, lib.bias_ih_l0.grad)
    print("outputs, states and gradients agree with nn.LSTM")


def make(n: int, length: int):
    values = torch.randn(n, length)
    where = torch.randint(length - 2, (n,))              # never at the very end: it must be kept
    marker = torch.zeros(n, length).scatter_(1, where[:, None], 1.0)
    label = (values.gather(1, where[:, None]).squeeze(1) > 0).float()
    return torch.stack([values, marker], dim=-1), label


class Reader(nn.Module):
    def __init__(self, hidden=32):
        super().__init__()
        self.rnn = TinyLSTM(2, hidden)
        self.head = nn.Linear(hidden, 1)

    def forward(self, x):
        _, (h, _) = self.rnn(x)
        return self.head(h).squeeze(-1)


@torch.no_grad()
def score(net, x, y):
    net.eval()
    return ((net(x) > 0) == (y > 0.5)).float().mean().item()


if __name__ == "__main__":
    torch.manual_seed(42)
    torch.set_num_threads(2)
    compare()

    T = 12
    x_tr, y_tr = make(4000, T)
    x_va, y_va = make(1000, T)
    x_te, y_te = make(2000, T)

    net = Reader()
    opt = torch.optim.Adam(net.parameters(), lr=5e-3)
    bce = nn.BCEWithLogitsLoss()
    best = 0.0
    keep = None
    for epoch in range(20):
        net.train()
        for idx in torch.randperm(len(x_tr)).split(64):
            opt.zero_grad()
            loss = bce(net(x_tr[idx]), y_tr[idx])
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            opt.step()
        va = score(net, x_va, y_va)
        if va > best:
            best, keep = va, {k: v.clone() for k, v in net.state_dict().items()}
        if epoch % 4 == 3:
            print(f"epoch {epoch + 1}: validation accuracy {va:.3f}")
    net.load_state_dict(keep)
    chance = max(y_te.mean().item(), 1 - y_te.mean().item())
    print(f"test accuracy {score(net, x_te, y_te):.3f} (constant answer {chance:.3f})")
    # ablation: without the marker there is no telling which number is asked for
    blind = x_te.clone()
    blind[..., 1] = 0.0
    print(f"the same net with the marker removed at test time: {score(net, blind, y_te):.3f}")
