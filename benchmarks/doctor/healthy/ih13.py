# BiLSTM on made-up event sequences of different lengths.
# Positive = the event "b" turns up somewhere after the event "a" has been seen.
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader

torch.manual_seed(77)
PAD, A, B = 0, 1, 2
VOCAB = 12            # 0 is padding, 3..11 are boring events
N_TRAIN, N_VAL, N_TEST = 3000, 600, 600


def make_sequence(positive):
    n = int(torch.randint(6, 25, (1,)))
    seq = torch.randint(3, VOCAB, (n,))
    i, j = torch.randperm(n)[:2].sort().values.tolist()
    # negatives have both events too, only the other way round
    seq[i], seq[j] = (A, B) if positive else (B, A)
    return seq


def make_data(n):
    data = []
    for k in range(n):
        label = k % 2
        data.append((make_sequence(label == 1), float(label)))
    return data


def collate(batch):
    seqs, labels = zip(*batch)
    lengths = torch.tensor([len(s) for s in seqs])
    return pad_sequence(seqs, batch_first=True, padding_value=PAD), lengths, torch.tensor(labels)


class OrderNet(nn.Module):
    def __init__(self, emb=24, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(VOCAB, emb, padding_idx=PAD)
        self.lstm = nn.LSTM(emb, hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(2 * hidden, 1)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.emb(x), lengths.cpu(), batch_first=True, enforce_sorted=False)
        _, (h, _) = self.lstm(packed)
        # last hidden state of each direction; packing makes it the one at the real end
        return self.fc(self.drop(torch.cat([h[-2], h[-1]], dim=1))).squeeze(1)


def key(seq):
    return tuple(seq.tolist())


train_set, val_set, test_set = make_data(N_TRAIN), make_data(N_VAL), make_data(N_TEST)
known = {key(s) for s, _ in train_set}
val_set = [(s, y) for s, y in val_set if key(s) not in known]
known |= {key(s) for s, _ in val_set}
test_set = [(s, y) for s, y in test_set if key(s) not in known]

train_dl = DataLoader(train_set, batch_size=64, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val_set, batch_size=256, collate_fn=collate)
test_dl = DataLoader(test_set, batch_size=256, collate_fn=collate)

net = OrderNet()
criterion = nn.BCEWithLogitsLoss()
optim = torch.optim.Adam(net.parameters(), lr=4e-3)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optim, mode="min", factor=0.5, patience=2)


def evaluate(loader):
    net.eval()
    loss, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for x, lengths, y in loader:
            logit = net(x, lengths)
            loss += criterion(logit, y).item() * len(y)
            hits += ((logit > 0) == (y > 0.5)).sum().item()
            n += len(y)
    return loss / n, hits / n


for epoch in range(1, 16):
    net.train()
    epoch_loss = 0.0
    for x, lengths, y in train_dl:
        optim.zero_grad()
        loss = criterion(net(x, lengths), y)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), max_norm=1.0)
        optim.step()
        epoch_loss += loss.item() * len(y)
    val_loss, val_acc = evaluate(val_dl)
    plateau.step(val_loss)
    print(f"epoch {epoch:2d} train {epoch_loss / len(train_set):.4f} val {val_loss:.4f} "
          f"acc {val_acc:.3f} lr {optim.param_groups[0]['lr']:.1e}")

test_loss, test_acc = evaluate(test_dl)
print(f"test: loss {test_loss:.4f}, accuracy {test_acc:.3f}")
