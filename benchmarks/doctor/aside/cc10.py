"""Place-name tagging with Accelerate: micro-batches of 8, an update for every 4 of them."""
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification

CHECKPOINT = "checkpoints/tags"
EPOCHS = 5


def load(split, exclude=frozenset()):
    with open(f"data/tags/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if tuple(r["words"]) not in exclude]


def encode(row, tokenizer):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    labels, previous = [], None
    for w in enc.word_ids():
        # only the first piece of each word carries the tag
        labels.append(-100 if w is None or w == previous else row["tags"][w])
        previous = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def main():
    set_seed(11)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=4)

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=4)

    train_rows = load("train")
    val_rows = load("validation", exclude={tuple(r["words"]) for r in train_rows})
    collate = DataCollatorForTokenClassification(tokenizer)
    train_loader = DataLoader(
        [encode(r, tokenizer) for r in train_rows], batch_size=8, shuffle=True, collate_fn=collate
    )
    val_loader = DataLoader([encode(r, tokenizer) for r in val_rows], batch_size=32, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
    model, train_loader, val_loader = accelerator.prepare(model, train_loader, val_loader)

    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                optimizer.step()
                optimizer.zero_grad()
            total += loss.item()

        model.eval()
        right = counted = 0
        for batch in val_loader:
            with torch.no_grad():
                logits = model(**batch).logits
            keep = batch["labels"] != -100
            right += (logits.argmax(-1)[keep] == batch["labels"][keep]).sum().item()
            counted += keep.sum().item()
        right, counted = accelerator.reduce(torch.tensor([right, counted]), reduction="sum").tolist()
        accelerator.print(
            f"epoch {epoch + 1}: train loss {total / len(train_loader):.4f}, word accuracy {right / counted:.4f}"
        )


if __name__ == "__main__":
    main()
