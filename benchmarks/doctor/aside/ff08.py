"""Discriminative learning rates: small steps for the pretrained body, large ones for the new head."""
import json

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup


class Tickets(Dataset):
    def __init__(self, split, skip=()):
        with open(f"data/tickets/{split}.jsonl") as f:
            rows = (json.loads(line) for line in f)
            self.rows = [(r["text"], r["desk_id"]) for r in rows if r["text"] not in skip]

    def texts(self):
        return {t for t, _ in self.rows}

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


class Collator:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        enc = self.tokenizer([t for t, _ in rows], truncation=True, padding=True, return_tensors="pt")
        enc["labels"] = torch.tensor([y for _, y in rows])
        return enc


def make_optimizer(model, body_lr, head_lr):
    body, head = [], []
    for name, p in model.named_parameters():
        if name.startswith("bert."):
            body.append(p)
        elif name.startswith(("pre_classifier.", "classifier.")):
            head.append(p)
    return torch.optim.AdamW(
        [{"params": body, "lr": body_lr}, {"params": head, "lr": head_lr}],
        weight_decay=0.01,
    )


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    good = n = 0
    for batch in loader:
        pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(1)
        good += (pred == batch["labels"]).sum().item()
        n += len(pred)
    return good / n


def main(epochs=8, batch_size=16):
    torch.manual_seed(0)
    torch.set_num_threads(2)
    path = "checkpoints/tickets"
    tokenizer = AutoTokenizer.from_pretrained(path)
    model = AutoModelForSequenceClassification.from_pretrained(path, num_labels=4)

    val = Tickets("validation")
    train = Tickets("train", skip=val.texts())
    collate = Collator(tokenizer)
    train_loader = DataLoader(train, batch_size=batch_size, shuffle=True, collate_fn=collate)
    val_loader = DataLoader(val, batch_size=80, collate_fn=collate)

    optimizer = make_optimizer(model, body_lr=5e-4, head_lr=2e-3)
    total = epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, total // 10, total)

    for epoch in range(epochs):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
        print(f"epoch {epoch}  loss of last batch {loss.item():.3f}  validation {accuracy(model, val_loader):.3f}")

    model.save_pretrained("out/ff08")
    tokenizer.save_pretrained("out/ff08")


if __name__ == "__main__":
    main()
