"""Streams the tickets from disk; nothing but a small shuffle buffer is ever held in memory."""
import itertools

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding

torch.manual_seed(33)
CKPT = "checkpoints/tickets"
MAX_STEPS, BATCH, WARMUP, PEAK = 360, 16, 36, 6e-4

tokenizer = AutoTokenizer.from_pretrained(CKPT)
collate = DataCollatorWithPadding(tokenizer)


def stream(split):
    ds = load_dataset("json", data_files={split: f"data/tickets/{split}.jsonl"}, split=split, streaming=True)
    ds = ds.map(lambda r: {**tokenizer(r["text"], truncation=True, max_length=32), "labels": r["desk_id"]},
                remove_columns=["text", "desk", "desk_id"])
    return ds


train = stream("train").shuffle(seed=33, buffer_size=200)
loader = DataLoader(train, batch_size=BATCH, collate_fn=collate)


def endless():
    for epoch in itertools.count():
        train.set_epoch(epoch)          # another order in every pass
        yield from loader


def rate(step):
    """Linear up, linear down."""
    if step < WARMUP:
        return PEAK * (step + 1) / WARMUP
    return PEAK * (MAX_STEPS - step) / (MAX_STEPS - WARMUP)


def accuracy(model, split):
    was_training = model.training
    model.eval()
    right = seen = 0
    with torch.no_grad():
        for batch in DataLoader(stream(split), batch_size=80, collate_fn=collate):
            labels = batch.pop("labels")
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            seen += len(labels)
    model.train(was_training)
    return right / seen


model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK)
model.train()
window = []
for step, batch in enumerate(itertools.islice(endless(), MAX_STEPS)):
    for g in optimizer.param_groups:
        g["lr"] = rate(step)
    loss = model(**batch).loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    window.append(loss.item())
    if (step + 1) % 90 == 0:
        print(f"step {step + 1}: mean loss {sum(window) / len(window):.4f}, validation {accuracy(model, 'validation'):.4f}")
        window.clear()

print(f"test accuracy {accuracy(model, 'test'):.4f}")
