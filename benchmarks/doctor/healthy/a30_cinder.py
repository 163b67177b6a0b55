"""Token classification by hand: custom head, own loss, best weights kept in memory."""
import copy
import json
import random

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, DistilBertModel

random.seed(0)
torch.manual_seed(0)
CKPT = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(CKPT)


class Tagger(nn.Module):
    def __init__(self, n_tags):
        super().__init__()
        self.encoder = DistilBertModel.from_pretrained(CKPT)
        self.dropout = nn.Dropout(0.1)
        self.classifier = nn.Linear(self.encoder.config.hidden_size, n_tags)

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids, attention_mask=attention_mask)[0]
        return self.classifier(self.dropout(h))


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows):
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, padding=True, truncation=True,
                    return_tensors="pt")
    target = torch.full(enc["input_ids"].shape, -100)
    for i, row in enumerate(rows):
        seen = set()
        for pos, w in enumerate(enc.word_ids(i)):
            if w is not None and w not in seen:
                target[i, pos] = row["tags"][w]
                seen.add(w)
    return enc["input_ids"], enc["attention_mask"], target


@torch.no_grad()
def f1(model, loader):
    model.eval()
    tp = fp = fn = 0
    for ids, mask, y in loader:
        yhat = model(ids, mask).argmax(-1)
        real = y != -100
        tp += ((yhat == y) & (y > 0) & real).sum().item()
        fp += ((yhat != y) & (yhat > 0) & real).sum().item()
        fn += ((yhat != y) & (y > 0) & real).sum().item()
    return 2 * tp / max(2 * tp + fp + fn, 1)


train_loader = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(read("validation"), batch_size=32, collate_fn=collate)
test_loader = DataLoader(read("test"), batch_size=32, collate_fn=collate)

model = Tagger(4)
criterion = nn.CrossEntropyLoss(ignore_index=-100)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

best, best_state = -1.0, None
for epoch in range(1, 8):
    model.train()
    running = 0.0
    for ids, mask, y in train_loader:
        optimizer.zero_grad()
        logits = model(ids, mask)
        loss = criterion(logits.reshape(-1, 4), y.reshape(-1))
        loss.backward()
        optimizer.step()
        running += loss.item()
    score = f1(model, valid_loader)
    print(f"epoch {epoch}: loss {running / len(train_loader):.3f}, valid F1 {score:.3f}")
    if score > best:
        best, best_state = score, copy.deepcopy(model.state_dict())

model.load_state_dict(best_state)
print(f"best valid F1 {best:.3f}, test F1 {f1(model, test_loader):.3f}")
