# Fine-tuning with an averaged copy of the weights; the averaged copy is what is evaluated and kept.
import copy
import json
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
    set_seed,
)

set_seed(0)
CKPT, OUT = "checkpoints/tickets", Path("out/db17")
EPOCHS, BATCH, LR = 20, 16, 1e-3


class Averaged:
    """theta' <- d theta' + (1 - d) theta, where d grows from 0.1 towards its final value during the first updates"""

    def __init__(self, model, decay=0.98):
        self.model = copy.deepcopy(model)
        self.model.requires_grad_(False)
        self.model.eval()
        self.decay, self.n = decay, 0

    @torch.no_grad()
    def update(self, source):
        d = min(self.decay, (1 + self.n) / (10 + self.n))
        self.n += 1
        for mine, theirs in zip(self.model.parameters(), source.parameters()):
            mine.lerp_(theirs, 1.0 - d)
        for mine, theirs in zip(self.model.buffers(), source.buffers()):
            mine.copy_(theirs)


def rows(split, without=()):
    seen, out = set(without), []
    for line in Path(f"data/tickets/{split}.jsonl").read_text().splitlines():
        r = json.loads(line)
        if r["text"] not in seen:
            seen.add(r["text"])
            out.append(r)
    return out


train = rows("train")
valid = rows("validation", without=[r["text"] for r in train])
test = rows("test", without=[r["text"] for r in train + valid])
print(len(train), len(valid), len(test), "rows, no text in more than one of them")

tokenizer = AutoTokenizer.from_pretrained(CKPT)
names = {r["desk_id"]: r["desk"] for r in train}
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(names), id2label=names, label2id={v: k for k, v in names.items()}
)
pad = DataCollatorWithPadding(tokenizer)


def collate(items):
    enc = [tokenizer(r["text"], truncation=True, max_length=32) for r in items]
    batch = pad([{"input_ids": e["input_ids"], "attention_mask": e["attention_mask"]} for e in enc])
    batch["labels"] = torch.tensor([r["desk_id"] for r in items])
    return batch


train_dl = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=64, collate_fn=collate)
test_dl = DataLoader(test, batch_size=64, collate_fn=collate)

decay, plain = [], []
for p in model.parameters():
    (decay if p.ndim > 1 else plain).append(p)
optimizer = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=LR)
n_steps = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=n_steps // 10, num_training_steps=n_steps)
average = Averaged(model)


@torch.no_grad()
def accuracy(net, loader):
    hits = sum((net(**b).logits.argmax(-1) == b["labels"]).sum().item() for b in loader)
    return hits / len(loader.dataset)


model.train()
for epoch in range(EPOCHS):
    running = 0.0
    for batch in train_dl:
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        model.zero_grad()
        average.update(model)
        running += out.loss.item()
    if (epoch + 1) % 4 == 0:
        print(f"epoch {epoch + 1}: loss {running / len(train_dl):.4f}  valid {accuracy(average.model, valid_dl):.4f}")

print("test", accuracy(average.model, test_dl))
average.model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
