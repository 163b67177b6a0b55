import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader

# Click streams of different length: does the visitor come back?
# (he does if he looked at more "save" pages than "cancel" pages)

VOCAB = 12          # 0 is padding, 1 = save, 2 = cancel, the rest are other pages
torch.manual_seed(4)


def make_sessions(n, gen):
    sessions = []
    while len(sessions) < n:
        length = int(torch.randint(5, 41, (1,), generator=gen))
        clicks = torch.randint(1, VOCAB, (length,), generator=gen)
        strong = torch.rand(length, generator=gen)
        side = int(torch.randint(1, 3, (1,), generator=gen))
        clicks[strong < 0.25] = side
        save, cancel = (clicks == 1).sum(), (clicks == 2).sum()
        if save != cancel:
            sessions.append((clicks, int(save > cancel)))
    return sessions


def collate(items):
    seqs, labels = zip(*items)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=0), lengths, torch.tensor(labels).float()


class SessionNet(nn.Module):
    def __init__(self, emb=16, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, emb, padding_idx=0)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True)
        self.head = nn.Sequential(nn.Linear(hidden, 32), nn.ReLU(), nn.Linear(32, 1))

    def forward(self, clicks, lengths):
        packed = pack_padded_sequence(self.emb(clicks), lengths, batch_first=True, enforce_sorted=False)
        out, _ = self.lstm(packed)
        out, _ = pad_packed_sequence(out, batch_first=True)
        last = out[:, -1, :]
        return self.head(last).squeeze(1)


def run(model, loader, loss_fn, opt=None):
    model.train(opt is not None)
    loss_sum = hits = n = 0
    with torch.set_grad_enabled(opt is not None):
        for clicks, lengths, y in loader:
            logit = model(clicks, lengths)
            loss = loss_fn(logit, y)
            if opt is not None:
                opt.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
            loss_sum += loss.item() * len(y)
            hits += ((logit > 0).float() == y).sum().item()
            n += len(y)
    return loss_sum / n, hits / n


if __name__ == "__main__":
    gen = torch.Generator().manual_seed(11)
    train_dl = DataLoader(make_sessions(2000, gen), batch_size=32, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(make_sessions(600, gen), batch_size=100, collate_fn=collate)

    model = SessionNet()
    loss_fn = nn.BCEWithLogitsLoss()
    opt = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(10):
        tl, ta = run(model, train_dl, loss_fn, opt)
        vl, va = run(model, valid_dl, loss_fn)
        print(f"epoch {epoch}: train {tl:.3f}/{ta:.3f}  valid {vl:.3f}/{va:.3f}")
