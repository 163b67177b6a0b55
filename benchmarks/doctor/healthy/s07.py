"""Multiple choice: which of four step lists belongs to the task? GPT-2 encoder with a scoring head."""
import itertools
import json
import random

import torch
from torch import nn
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/steps"
N_CHOICES = 4
EPOCHS = 18
BATCH = 16

random.seed(0)
torch.manual_seed(0)


def read(name):
    return [json.loads(l) for l in open(f"data/steps/{name}.jsonl")]


def make_items(rows, all_steps, rng):
    items = []
    for row in rows:
        wrong = rng.sample([s for s in all_steps if s != row["steps"]], N_CHOICES - 1)
        options = wrong + [row["steps"]]
        rng.shuffle(options)
        items.append((row["prompt"], options, options.index(row["steps"])))
    return items


class ChoiceModel(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        self.score = nn.Linear(self.encoder.config.n_embd, 1)

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        last = attention_mask.sum(dim=1) - 1  # right padding: last real token
        pooled = hidden[torch.arange(len(hidden), device=hidden.device), last]
        return self.score(pooled).view(-1, N_CHOICES)


tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenizer.pad_token = tokenizer.eos_token


def collate(batch):
    prompts, options, labels = zip(*batch)
    first = [p for p in prompts for _ in range(N_CHOICES)]
    second = itertools.chain.from_iterable(options)
    texts = [f"{p} {o}{tokenizer.eos_token}" for p, o in zip(first, second)]
    enc = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(labels)


train_rows, test_rows = read("train"), read("test")
all_steps = sorted({r["steps"] for r in train_rows})
train_set = make_items(train_rows, all_steps, random.Random(1))
test_set = make_items(test_rows, all_steps, random.Random(2))
train_loader = DataLoader(train_set, batch_size=BATCH, shuffle=True, collate_fn=collate)
test_loader = DataLoader(test_set, batch_size=BATCH, collate_fn=collate)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = ChoiceModel(CKPT).to(device)
optimizer = AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
n_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, n_steps // 10, n_steps)
loss_fn = nn.CrossEntropyLoss()


def accuracy(loader):
    model.eval()
    right = n = 0
    with torch.no_grad():
        for ids, mask, labels in loader:
            choice = model(ids.to(device), mask.to(device)).argmax(dim=-1).cpu()
            right += (choice == labels).sum().item()
            n += len(labels)
    return right / n


for epoch in range(EPOCHS):
    model.train()
    losses = []
    for ids, mask, labels in train_loader:
        optimizer.zero_grad()
        loss = loss_fn(model(ids.to(device), mask.to(device)), labels.to(device))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}  loss {sum(losses) / len(losses):.3f}")

print(f"test accuracy: {accuracy(test_loader):.3f}  (guessing: {1 / N_CHOICES:.2f})")
