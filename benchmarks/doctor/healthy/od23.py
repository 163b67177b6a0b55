"""GRU over the word vectors of a pretrained checkpoint (packed sequences)."""
import json
from collections import Counter

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(6)
tok = AutoTokenizer.from_pretrained("checkpoints/prices")
vectors = AutoModel.from_pretrained("checkpoints/prices").get_input_embeddings().weight.detach().clone()


def read(split):
    rows = []
    for line in open(f"data/prices/{split}.jsonl"):
        r = json.loads(line)
        # cheap / middle / dear
        label = 0 if r["price"] < 1000 else 1 if r["price"] < 1400 else 2
        rows.append((tok(r["text"], add_special_tokens=False)["input_ids"], label))
    return rows


def collate(batch):
    lengths = torch.tensor([len(x) for x, _ in batch])
    ids = pad_sequence([torch.tensor(x) for x, _ in batch], batch_first=True, padding_value=tok.pad_token_id)
    return ids, lengths, torch.tensor([y for _, y in batch])


class GRUClassifier(nn.Module):
    def __init__(self, vectors, hidden=64, classes=3):
        super().__init__()
        self.emb = nn.Embedding.from_pretrained(vectors, freeze=True, padding_idx=tok.pad_token_id)
        self.norm = nn.LayerNorm(vectors.shape[1])
        self.gru = nn.GRU(vectors.shape[1], hidden, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(0.2)
        self.out = nn.Linear(2 * hidden, classes)

    def forward(self, ids, lengths):
        x = self.norm(self.emb(ids))
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        _, h = self.gru(packed)                       # last hidden state of either direction
        return self.out(self.drop(torch.cat([h[0], h[1]], dim=-1)))


train, val, test = read("train"), read("validation"), read("test")
train_dl = DataLoader(train, batch_size=32, shuffle=True, collate_fn=collate)
model = GRUClassifier(vectors)
optimizer = torch.optim.Adam((p for p in model.parameters() if p.requires_grad), lr=3e-3)
loss_fn = nn.CrossEntropyLoss()


def evaluate(rows):
    model.eval()
    good = 0
    with torch.no_grad():
        for ids, lengths, y in DataLoader(rows, batch_size=80, collate_fn=collate):
            good += (model(ids, lengths).argmax(-1) == y).sum().item()
    return good / len(rows)


best, best_state = 0, None
for epoch in range(1, 31):
    model.train()
    for ids, lengths, y in train_dl:
        optimizer.zero_grad()
        loss = loss_fn(model(ids, lengths), y)
        loss.backward()
        optimizer.step()
    acc = evaluate(val)
    if acc > best:
        best, best_state = acc, {k: v.clone() for k, v in model.state_dict().items()}
    if epoch % 5 == 0:
        print(epoch, f"loss {loss.item():.3f} val {acc:.3f}")
model.load_state_dict(best_state)
most = Counter(y for _, y in train).most_common(1)[0][0]
print("test accuracy", evaluate(test), "majority", sum(y == most for _, y in test) / len(test))
