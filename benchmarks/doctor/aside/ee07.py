"""Name tagger: DistilBERT on the tags data, plain loop with accelerate."""
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)

CKPT = "checkpoints/tags"
EPOCHS = 10
LR = 1e-3

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, last = [], None
    for w in enc.word_ids():
        # only the first piece of a word carries its tag
        labels.append(-100 if w is None or w == last else row["tags"][w])
        last = w
    return {"input_ids": enc["input_ids"], "labels": labels}


def collate(batch):
    ids = [torch.tensor(b["input_ids"]) for b in batch]
    labels = [torch.tensor(b["labels"]) for b in batch]
    mask = [torch.ones(len(i), dtype=torch.long) for i in ids]
    return {
        "input_ids": pad_sequence(ids, batch_first=True, padding_value=tokenizer.pad_token_id),
        "attention_mask": pad_sequence(mask, batch_first=True, padding_value=0),
        "labels": pad_sequence(labels, batch_first=True, padding_value=0),
    }


def accuracy(model, loader, accelerator):
    model.eval()
    right = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred = logits.argmax(-1)
        keep = batch["labels"] != -100
        right += (pred[keep] == batch["labels"][keep]).sum().item()
        total += keep.sum().item()
    right, total = accelerator.reduce(torch.tensor([right, total], device=accelerator.device)).tolist()
    return right / total


def main():
    set_seed(4)
    accelerator = Accelerator(cpu=True)
    train_rows = read_jsonl("data/tags/train.jsonl")
    seen = {" ".join(r["words"]) for r in train_rows}
    valid_rows = [r for r in read_jsonl("data/tags/validation.jsonl") if " ".join(r["words"]) not in seen]

    train_loader = DataLoader([encode(r) for r in train_rows], batch_size=16, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader([encode(r) for r in valid_rows], batch_size=64, collate_fn=collate)

    model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    steps = EPOCHS * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, steps // 20, steps)
    model, optimizer, train_loader, valid_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, valid_loader, scheduler)

    for epoch in range(EPOCHS):
        model.train()
        running = 0.0
        for batch in train_loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            running += loss.item()
        acc = accuracy(model, valid_loader, accelerator)
        accelerator.print(f"epoch {epoch + 1}: loss {running / len(train_loader):.4f}, tag accuracy {acc:.4f}")


if __name__ == "__main__":
    main()
