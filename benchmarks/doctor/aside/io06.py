"""Token classification (place / person / thing tags) with an own training loop."""
import json
import os
import random

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)

CHECKPOINT = "checkpoints/tags"
OUT = "out/io06"
EPOCHS = 5
N_TAGS = 4


def load(split):
    with open(f"data/tags/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]


def encode(rows, tokenizer):
    """The first piece of each word carries the word's tag, all else is ignored."""
    features = []
    for row in rows:
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
        labels, previous = [], None
        for word in enc.word_ids():
            if word is None or word == previous:
                labels.append(-100)
            else:
                labels.append(row["tags"][word])
            previous = word
        features.append({"input_ids": enc["input_ids"], "labels": labels})
    return features


def make_collate(pad_id):
    def collate(batch):
        ids = [torch.tensor(f["input_ids"]) for f in batch]
        labels = [torch.tensor(f["labels"]) for f in batch]
        mask = [torch.ones_like(i) for i in ids]
        return {
            "input_ids": pad_sequence(ids, batch_first=True, padding_value=pad_id),
            "attention_mask": pad_sequence(mask, batch_first=True),
            "labels": pad_sequence(labels, batch_first=True),
        }
    return collate


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    right = torch.zeros(N_TAGS)
    count = torch.zeros(N_TAGS)
    for batch in loader:
        predicted = model(input_ids=batch["input_ids"],
                          attention_mask=batch["attention_mask"]).logits.argmax(-1)
        keep = batch["labels"] != -100
        gold, predicted = batch["labels"][keep], predicted[keep]
        for tag in range(N_TAGS):
            right[tag] += ((gold == tag) & (predicted == tag)).sum()
            count[tag] += (gold == tag).sum()
    return (right.sum() / count.sum()).item(), (right / count).tolist()


def main():
    random.seed(0)
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    train_rows = load("train")
    known = {" ".join(r["words"]) for r in train_rows}
    valid_rows = [r for r in load("validation") if " ".join(r["words"]) not in known]

    collate = make_collate(tokenizer.pad_token_id)
    train_dl = DataLoader(encode(train_rows, tokenizer), batch_size=16, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(encode(valid_rows, tokenizer), batch_size=32, collate_fn=collate)

    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=N_TAGS)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
    steps = EPOCHS * len(train_dl)
    scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)

    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            scheduler.step()
            total += loss.item()
        accuracy, recall = evaluate(model, valid_dl)
        print(f"epoch {epoch + 1}: loss {total / len(train_dl):.4f}  word accuracy {accuracy:.4f}  "
              f"recall per tag {[round(r, 3) for r in recall]}")

    os.makedirs(OUT, exist_ok=True)
    model.save_pretrained(OUT)
    tokenizer.save_pretrained(OUT)


if __name__ == "__main__":
    main()
