"""bfloat16 autocast on the CPU with gradient accumulation: a small transformer reads digits row by row."""
import torch
from sklearn.datasets import load_digits
from torch import nn

ACCUM, MICRO, EPOCHS = 4, 16, 12


class RowTransformer(nn.Module):
    def __init__(self, d=32, heads=4, layers=2):
        super().__init__()
        self.proj = nn.Linear(8, d)
        self.cls = nn.Parameter(torch.zeros(1, 1, d))
        self.pos = nn.Parameter(torch.randn(9, d) * 0.02)
        layer = nn.TransformerEncoderLayer(d, heads, 2 * d, dropout=0.0, batch_first=True, norm_first=True)
        self.enc = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.out = nn.Sequential(nn.LayerNorm(d), nn.Linear(d, 10))

    def forward(self, rows):
        tokens = torch.cat([self.cls.expand(len(rows), -1, -1), self.proj(rows)], dim=1)
        return self.out(self.enc(tokens + self.pos)[:, 0])


torch.manual_seed(0)
digits = load_digits()
x = torch.tensor(digits.images, dtype=torch.float32) / 16
y = torch.tensor(digits.target)
order = torch.randperm(len(y))
train, test = order[:1397], order[1397:]

model = RowTransformer()
opt = torch.optim.AdamW(model.parameters(), lr=3e-3)

for epoch in range(1, EPOCHS + 1):
    model.train()
    total = 0.0
    for big in train[torch.randperm(len(train))].split(ACCUM * MICRO):
        opt.zero_grad(set_to_none=True)
        for micro in big.split(MICRO):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                logits = model(x[micro])
                loss = nn.functional.cross_entropy(logits, y[micro], reduction="sum")
            (loss / len(big)).backward()  # sums to the mean over the big batch, also for the short last one
            total += loss.item()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
    if epoch % 3 == 0:
        model.eval()
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            acc = (model(x[test]).argmax(-1) == y[test]).float().mean()
        print(f"epoch {epoch:2d} loss {total / len(train):.3f} test accuracy {acc:.3f}")
