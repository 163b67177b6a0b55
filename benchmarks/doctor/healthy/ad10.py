import json, math, random
import torch, torch.nn as nn, torch.nn.functional as F

torch.manual_seed(0); random.seed(0)

def load(split):
    return [json.loads(x) for x in open(f'data/dates/{split}.jsonl')]

train, test = load('train'), load('test')
vocab = ['<pad>', '<sep>', '<end>'] + sorted({w for r in train + test for w in (r['date'] + ' ' + r['code']).split()})
w2i = {w: i for i, w in enumerate(vocab)}
MAXLEN = 12

def encode(r):
    ids = [w2i[w] for w in r['date'].split()] + [1] + [w2i[w] for w in r['code'].split()] + [2]
    return ids + [0] * (MAXLEN - len(ids))

X = torch.tensor([encode(r) for r in train])

class MiniGPT(nn.Module):
    def __init__(self, n_vocab, d=64, heads=4, layers=2):
        super().__init__()
        self.tok = nn.Embedding(n_vocab, d)
        self.pos = nn.Embedding(MAXLEN, d)
        layer = nn.TransformerEncoderLayer(d, heads, dim_feedforward=128, dropout=0.1, batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.norm = nn.LayerNorm(d)
        self.head = nn.Linear(d, n_vocab)

    def forward(self, x):
        t = x.size(1)
        h = self.tok(x) + self.pos(torch.arange(t, device=x.device))
        mask = nn.Transformer.generate_square_subsequent_mask(t, device=x.device)
        h = self.blocks(h, mask=mask, is_causal=True)
        return self.head(self.norm(h))

    @torch.no_grad()
    def complete(self, ids, n=8):
        x = torch.tensor([ids])
        for _ in range(n):
            nxt = self(x)[0, -1].argmax().item()
            if nxt == 2:
                break
            x = torch.cat([x, torch.tensor([[nxt]])], dim=1)
            if x.size(1) >= MAXLEN:
                break
        return x[0, len(ids):].tolist()

model = MiniGPT(len(vocab))
opt = torch.optim.AdamW(model.parameters(), lr=2e-3)
print(sum(p.numel() for p in model.parameters()), 'parameters')

for it in range(801):
    idx = torch.randint(0, len(X), (32,))
    batch = X[idx]
    logits = model(batch[:, :-1])
    loss = F.cross_entropy(logits.reshape(-1, len(vocab)), batch[:, 1:].reshape(-1), ignore_index=0)
    opt.zero_grad(); loss.backward(); opt.step()
    if it % 100 == 0:
        print(f'iter {it:4d}  loss {loss.item():.4f}')

model.eval()
right = 0
for k, r in enumerate(test):
    ids = [w2i[w] for w in r['date'].split()] + [1]
    answer = ' '.join(vocab[i] for i in model.complete(ids))
    right += answer == r['code']
    if k < 6:
        print(r['date'], '|', answer, '|', r['code'])
print('test exact match', right / len(test))
