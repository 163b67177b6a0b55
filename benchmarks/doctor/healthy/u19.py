import json
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
PRETRAINED = "checkpoints/tags"
N_TAGS = 4
tokenizer = AutoTokenizer.from_pretrained(PRETRAINED)


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = AutoModel.from_pretrained(PRETRAINED)
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(self.backbone.config.hidden_size, N_TAGS)

    def forward(self, ids, mask):
        h = self.backbone(input_ids=ids, attention_mask=mask)[0]
        return self.out(self.drop(h))


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    labels, seen = [], set()
    for w in enc.word_ids():
        if w is None or w in seen:
            labels.append(-100)
        else:
            labels.append(row["tags"][w])
            seen.add(w)
    return torch.tensor(enc["input_ids"]), torch.tensor(labels)


def load(split):
    return [encode(json.loads(line)) for line in open(f"data/tags/{split}.jsonl")]


def collate(items):
    ids = pad_sequence([i for i, _ in items], batch_first=True, padding_value=tokenizer.pad_token_id)
    labels = pad_sequence([l for _, l in items], batch_first=True, padding_value=-100)
    return ids, (ids != tokenizer.pad_token_id).long(), labels


train_loader = DataLoader(load("train"), batch_size=16, shuffle=True, collate_fn=collate)
dev_loader = DataLoader(load("validation"), batch_size=32, collate_fn=collate)

tagger = Tagger()
optimizer = torch.optim.AdamW(tagger.parameters(), lr=5e-4)

for epoch in range(8):
    tagger.train()
    total = 0.0
    for ids, mask, labels in train_loader:
        optimizer.zero_grad()
        logits = tagger(ids, mask)
        loss = F.cross_entropy(logits.view(-1, N_TAGS), labels.view(-1), ignore_index=-100)
        loss.backward()
        optimizer.step()
        total += loss.item()

    tagger.eval()
    right = names = 0
    with torch.no_grad():
        for ids, mask, labels in dev_loader:
            best = tagger(ids, mask).argmax(-1)
            is_name = labels > 0
            right += (best == labels)[is_name].sum().item()
            names += is_name.sum().item()
    print(f"epoch {epoch} loss {total / len(train_loader):.3f} names right {right / names:.3f}")
