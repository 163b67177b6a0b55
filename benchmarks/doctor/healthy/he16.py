# BiGRU that marks the rising and falling edges of a noisy signal; frames without a label are -1.
from types import SimpleNamespace

import torch
import torch.nn as nn
import torch.nn.functional as F

cfg = SimpleNamespace(frames=40, hidden=24, batch=64, epochs=8, lr=5e-3, seed=17, unknown=-1)
torch.manual_seed(cfg.seed)
torch.set_num_threads(2)


def simulate(n, gen):
    """Square waves with one rise and one fall. Tags: 0 low before, 1 high, 2 low after."""
    rise = torch.randint(4, 16, (n, 1), generator=gen)
    fall = torch.randint(22, 36, (n, 1), generator=gen)
    t = torch.arange(cfg.frames).expand(n, -1)
    high = (t >= rise) & (t < fall)
    tags = torch.where(high, 1, torch.where(t >= fall, 2, 0))
    signal = high.float() * 2 - 1 + 0.4 * torch.randn(n, cfg.frames, generator=gen)
    return signal.unsqueeze(-1), tags


def hide_some(tags, gen, share=0.3):
    """The annotators skipped some frames."""
    skipped = torch.rand(tags.shape, generator=gen) < share
    return tags.masked_fill(skipped, cfg.unknown)


class EdgeTagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(1, cfg.hidden, num_layers=2, dropout=0.1, batch_first=True, bidirectional=True)
        self.to_tags = nn.Linear(2 * cfg.hidden, 3)

    def forward(self, signal):
        h, _ = self.rnn(signal)
        return F.log_softmax(self.to_tags(h), dim=-1)


def nll(log_probs, tags):
    return F.nll_loss(log_probs.permute(0, 2, 1), tags, ignore_index=cfg.unknown)


gen = torch.Generator().manual_seed(cfg.seed)
x_train, full_train = simulate(2000, gen)
y_train = hide_some(full_train, gen)
x_valid, y_valid = simulate(400, gen)           # fully annotated

model = EdgeTagger()
optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
per_epoch = -(-len(x_train) // cfg.batch)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=cfg.epochs * per_epoch)

for epoch in range(cfg.epochs):
    model.train()
    epoch_loss = torch.zeros(())
    for idx in torch.randperm(len(x_train)).split(cfg.batch):
        loss = nll(model(x_train[idx]), y_train[idx])
        model.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        epoch_loss += loss.detach()

    model.eval()
    with torch.no_grad():
        out = model(x_valid)
        known = y_valid != cfg.unknown
        acc = (out.argmax(-1) == y_valid)[known].float().mean()
        print(
            f"epoch {epoch + 1}: train nll {(epoch_loss / per_epoch).item():.4f} "
            f"valid nll {nll(out, y_valid).item():.4f} frame accuracy {acc.item():.4f}"
        )
