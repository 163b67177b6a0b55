# One BERT, two GLUE tasks; the batches of both tasks are mixed in proportion to their size
import random
import torch
from torch import nn
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModel, get_cosine_schedule_with_warmup

random.seed(0)
torch.manual_seed(0)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")

TASKS = {"sst2": ("sentence", None), "mrpc": ("sentence1", "sentence2")}
sets = {t: load_dataset("data/glue", t) for t in TASKS}
ROWS = {"sst2": 1400, "mrpc": 1000}

def collate_for(task):
    first, second = TASKS[task]
    def collate(rows):
        a = [r[first] for r in rows]
        b = [r[second] for r in rows] if second else None
        enc = tokenizer(a, b, padding=True, truncation=True, max_length=96, return_tensors="pt")
        return task, enc, torch.tensor([r["label"] for r in rows])
    return collate

class MultiTaskBert(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = AutoModel.from_pretrained("checkpoints/bert")
        hidden = self.bert.config.hidden_size
        self.drop = nn.Dropout(0.1)
        self.heads = nn.ModuleDict({t: nn.Linear(hidden, 2) for t in TASKS})
    def forward(self, task, enc):
        return self.heads[task](self.drop(self.bert(**enc).pooler_output))

def mixed(loaders):
    order = [t for t, l in loaders.items() for _ in range(len(l))]
    random.shuffle(order)
    its = {t: iter(l) for t, l in loaders.items()}
    for t in order:
        yield next(its[t])

train = {t: DataLoader(sets[t]["train"].shuffle(seed=0).select(range(ROWS[t])), batch_size=32, shuffle=True, collate_fn=collate_for(t)) for t in TASKS}
valid = {t: DataLoader(sets[t]["validation"], batch_size=64, collate_fn=collate_for(t)) for t in TASKS}
model = MultiTaskBert()
epochs = 2
total = epochs * sum(len(l) for l in train.values())
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
scheduler = get_cosine_schedule_with_warmup(optimizer, total // 10, total)
criterion = nn.CrossEntropyLoss()

for epoch in range(epochs):
    model.train()
    for task, enc, y in mixed(train):
        loss = criterion(model(task, enc), y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
    model.eval()
    for t, loader in valid.items():
        with torch.no_grad():
            hits = sum((model(task, enc).argmax(1) == y).sum().item() for task, enc, y in loader)
        print(epoch, t, round(hits / len(sets[t]["validation"]), 3))
