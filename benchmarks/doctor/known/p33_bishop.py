import json
import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, DistilBertModel

torch.manual_seed(8)
NUM_TAGS = 4
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


class Tagger(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = DistilBertModel.from_pretrained("checkpoints/tags")
        self.drop = torch.nn.Dropout(0.1)
        self.out = torch.nn.Linear(self.encoder.config.dim, NUM_TAGS)

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids, attention_mask).last_hidden_state
        return self.out(self.drop(h))


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(l) for l in f]


def collate(rows):
    enc = tokenizer([r["words"] for r in rows], is_split_into_words=True, padding=True, return_tensors="pt")
    labels = torch.full(enc["input_ids"].shape, -100)
    for i, r in enumerate(rows):
        seen = set()
        for j, w in enumerate(enc.word_ids(i)):
            if w is not None and w not in seen:
                labels[i, j] = r["tags"][w]
                seen.add(w)
    return enc["input_ids"], enc["attention_mask"], labels


train_loader = DataLoader(load("train"), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(load("validation"), batch_size=32, collate_fn=collate)

model = Tagger()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)

for epoch in range(7):
    model.train()
    total = 0.0
    for ids, mask, labels in train_loader:
        logits = model(ids, mask)
        # cross_entropy wants the classes in the second dimension
        loss = F.cross_entropy(logits.view(logits.size(0), NUM_TAGS, -1), labels, ignore_index=-100)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()

    model.eval()
    hit = n = hit_entity = n_entity = 0
    with torch.no_grad():
        for ids, mask, labels in val_loader:
            pred = model(ids, mask).argmax(-1)
            known = labels != -100
            hit += (pred[known] == labels[known]).sum().item()
            n += known.sum().item()
            ent = labels > 0
            hit_entity += (pred[ent] == labels[ent]).sum().item()
            n_entity += ent.sum().item()
    print(f"epoch {epoch}  loss {total / len(train_loader):.3f}  words {hit / n:.3f}  entities {hit_entity / n_entity:.3f}")
