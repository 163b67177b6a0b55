"""Alarm sequences: a rare positive class, sequences of many lengths, a threshold tuned on validation rows."""
import numpy as np
import torch
from sklearn.metrics import average_precision_score, f1_score
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, pad_sequence
from torch.utils.data import DataLoader, Dataset

PAD = 0
rng = np.random.default_rng(8)
torch.manual_seed(8)


class Alarms(Dataset):
    """Events 1..12; the row is positive when event 3 is directly followed by event 7."""

    def __init__(self, n, rng):
        self.rows = []
        for _ in range(n):
            s = rng.integers(1, 13, size=rng.integers(5, 31))
            self.rows.append((torch.from_numpy(s), float(((s[:-1] == 3) & (s[1:] == 7)).any())))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]

    @property
    def rate(self):
        return sum(y for _, y in self.rows) / len(self.rows)


def collate(batch):
    seqs, ys = zip(*batch)
    return (pad_sequence(seqs, batch_first=True, padding_value=PAD),
            torch.tensor([len(s) for s in seqs]), torch.tensor(ys))


class Tagger(nn.Module):
    def __init__(self, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(13, 24, padding_idx=PAD)
        self.rnn = nn.GRU(24, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(2 * hidden, 1)

    def forward(self, ids, lengths):
        packed = pack_padded_sequence(self.emb(ids), lengths, batch_first=True, enforce_sorted=False)
        states, _ = pad_packed_sequence(self.rnn(packed)[0], batch_first=True, total_length=ids.size(1))
        states = states.masked_fill((ids == PAD).unsqueeze(-1), float("-inf"))
        return self.out(self.drop(states.amax(1))).squeeze(-1)


train, valid, test = Alarms(4000, rng), Alarms(1500, rng), Alarms(1500, rng)
print("positives:", [round(d.rate, 3) for d in (train, valid, test)])
train_dl = DataLoader(train, 64, shuffle=True, collate_fn=collate)
valid_dl, test_dl = (DataLoader(d, 500, collate_fn=collate) for d in (valid, test))

EPOCHS = 14
model = Tagger()
loss_fn = nn.BCEWithLogitsLoss(pos_weight=torch.tensor((1 - train.rate) / train.rate).sqrt())
opt = torch.optim.Adam(model.parameters(), lr=4e-3)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=4e-3, total_steps=EPOCHS * len(train_dl), pct_start=0.2)


@torch.no_grad()
def predict(loader):
    model.eval()
    z = [(model(ids, n), y) for ids, n, y in loader]
    return torch.sigmoid(torch.cat([a for a, _ in z])).numpy(), torch.cat([b for _, b in z]).numpy()


for epoch in range(EPOCHS):
    model.train()
    losses = []
    for ids, n, y in train_dl:
        loss = loss_fn(model(ids, n), y)
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        losses.append(loss.item())
    p, y = predict(valid_dl)
    print(f"{epoch:2d} loss {np.mean(losses):.4f} validation AP {average_precision_score(y, p):.3f}")

p, y = predict(valid_dl)
grid = np.linspace(0.02, 0.98, 97)
threshold = float(grid[np.argmax([f1_score(y, p >= g, zero_division=0) for g in grid])])
p, y = predict(test_dl)
print(f"threshold {threshold:.2f} (from validation) -> test F1 {f1_score(y, p >= threshold):.3f}, AP {average_precision_score(y, p):.3f}")
