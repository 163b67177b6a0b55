"""Tickets to desks; small memory, hence small batches whose gradients are gathered."""
import json
import math

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/tickets"
MICRO, ACCUM, EPOCHS, LR = 8, 3, 20, 1e-3

torch.manual_seed(2024)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tickets(split, without=frozenset()):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    # each text has the same mask in the place of its order number
    pairs = [(r["text"].replace("order [ORDER] . ", ""), r["desk_id"]) for r in rows]
    return [p for p in pairs if p[0] not in without]


def collate(pairs):
    texts, desks = zip(*pairs)
    # what is wrong with which device stands at the start; long stories may be cut
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc, torch.tensor(desks)


def windows(loader, size):
    group = []
    for batch in loader:
        group.append(batch)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = count = 0
    for enc, desks in loader:
        hits += (model(**enc).logits.argmax(-1) == desks).sum().item()
        count += len(desks)
    return hits / count


def main():
    train = tickets("train")
    seen = {t for t, _ in train}
    valid = tickets("validation", without=seen)
    test = tickets("test", without=seen | {t for t, _ in valid})

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    train_loader = DataLoader(train, batch_size=MICRO, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(valid, batch_size=64, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    updates = EPOCHS * math.ceil(len(train_loader) / ACCUM)
    scheduler = get_linear_schedule_with_warmup(optimizer, updates // 10, updates)
    criterion = torch.nn.CrossEntropyLoss(reduction="sum")

    for epoch in range(EPOCHS):
        model.train()
        epoch_loss = 0.0
        for group in windows(train_loader, ACCUM):
            rows = sum(len(desks) for _, desks in group)
            optimizer.zero_grad()
            for enc, desks in group:
                loss = criterion(model(**enc).logits, desks) / rows
                loss.backward()
                epoch_loss += loss.item() * rows
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
        if (epoch + 1) % 5 == 0:
            print(f"{epoch + 1}: loss {epoch_loss / len(train):.4f}, valid {accuracy(model, valid_loader):.3f}")

    print("test", round(accuracy(model, DataLoader(test, batch_size=64, collate_fn=collate)), 3))


if __name__ == "__main__":
    main()
