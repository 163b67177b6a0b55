# FGM adversarial training of a BiGRU sentiment classifier (plain PyTorch, own vocabulary)
import re, os, random, copy
import numpy as np, pandas as pd
import torch, torch.nn as nn, torch.nn.functional as F
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence
from torch.utils.data import Dataset, DataLoader
from collections import Counter

SEED = 2024
random.seed(SEED); np.random.seed(SEED); torch.manual_seed(SEED); torch.set_num_threads(1)
OUT = 'outputs/l04'
os.makedirs(OUT, exist_ok=True)

train_df = pd.read_parquet('data/glue/sst2/train-00000-of-00001.parquet')
test_df = pd.read_parquet('data/glue/sst2/validation-00000-of-00001.parquet')   # official dev = our test
train_df = train_df.drop_duplicates('sentence')
train_df = train_df[~train_df.sentence.isin(set(test_df.sentence))]
# dev part for choosing the epoch, stratified
dev_df = train_df.groupby('label').sample(n=200, random_state=SEED)
train_df = train_df.drop(dev_df.index)
print(len(train_df), 'train', len(dev_df), 'dev', len(test_df), 'test')

tokenize = lambda s: re.findall(r"[a-z']+|[^\sa-z']", s.lower())
counts = Counter(t for s in train_df.sentence for t in tokenize(s))
itos = ['<pad>', '<unk>'] + [t for t, c in counts.most_common() if c >= 2]
stoi = {t: i for i, t in enumerate(itos)}


class Sentences(Dataset):
    def __init__(self, df):
        self.x = [torch.tensor([stoi.get(t, 1) for t in tokenize(s)]) for s in df.sentence]
        self.y = df.label.tolist()

    def __len__(self): return len(self.y)
    def __getitem__(self, i): return self.x[i], self.y[i]


def collate(batch):
    xs, ys = zip(*batch)
    return pad_sequence(xs, batch_first=True, padding_value=0), torch.tensor([len(x) for x in xs]), torch.tensor(ys)


class BiGRU(nn.Module):
    def __init__(self, n_vocab, dim=64, hidden=48):
        super().__init__()
        self.emb = nn.Embedding(n_vocab, dim, padding_idx=0)
        self.drop = nn.Dropout(0.3)
        self.rnn = nn.GRU(dim, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, 2)

    def forward(self, x, lengths):
        e = self.drop(self.emb(x))
        _, h = self.rnn(pack_padded_sequence(e, lengths, batch_first=True, enforce_sorted=False))
        return self.out(self.drop(torch.cat([h[0], h[1]], dim=1)))


class FGM:
    """r = eps * g / |g| on the embedding matrix: attack(), one more backward(), restore()."""

    def __init__(self, weight, eps=0.5):
        self.weight, self.eps, self.backup = weight, eps, None

    def attack(self):
        g = self.weight.grad
        norm = g.norm()
        self.backup = self.weight.data.clone()
        if norm > 0 and torch.isfinite(norm):
            self.weight.data.add_(self.eps * g / norm)

    def restore(self):
        self.weight.data.copy_(self.backup)
        self.backup = None


g = torch.Generator(); g.manual_seed(SEED)
train_dl = DataLoader(Sentences(train_df), 32, shuffle=True, collate_fn=collate, generator=g)
dev_dl = DataLoader(Sentences(dev_df), 128, collate_fn=collate)
test_dl = DataLoader(Sentences(test_df), 128, collate_fn=collate)

model = BiGRU(len(itos))
opt = torch.optim.Adam(model.parameters(), lr=2e-3)
fgm = FGM(model.emb.weight)


def evaluate(dl):
    model.eval()
    loss = hit = n = 0
    with torch.no_grad():
        for x, l, y in dl:
            z = model(x, l)
            loss += F.cross_entropy(z, y, reduction='sum').item()
            hit += (z.argmax(1) == y).sum().item()
            n += len(y)
    return loss / n, hit / n


best, best_state, bad = 0.0, None, 0
for ep in range(1, 11):
    model.train()
    clean = adv = n = 0
    for x, l, y in train_dl:
        opt.zero_grad()
        loss = F.cross_entropy(model(x, l), y)
        loss.backward()
        fgm.attack()
        loss_adv = F.cross_entropy(model(x, l), y)
        loss_adv.backward()                     # adds up with the clean gradient
        fgm.restore()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        opt.step()
        clean += loss.item() * len(y); adv += loss_adv.item() * len(y); n += len(y)
    dl, da = evaluate(dev_dl)
    print(f'epoch {ep}: clean {clean/n:.3f} adv {adv/n:.3f} | dev loss {dl:.3f} acc {da:.3f}')
    if da > best:
        best, best_state, bad = da, copy.deepcopy(model.state_dict()), 0
    else:
        bad += 1
        if bad == 3:
            break

model.load_state_dict(best_state)
print('dev acc %.3f' % best, '| test loss %.3f acc %.3f (chance 0.5)' % evaluate(test_dl))
torch.save({'state': best_state, 'vocab': itos}, OUT + '/bigru.pt')
