"""Ticket routing with 🤗 Accelerate: training in two jobs, the second one resumes from the saved state."""
import json
import shutil

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

CKPT = "checkpoints/tickets"
STATE_DIR = "state_tickets"
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as fh:
        return [json.loads(line) for line in fh]


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], truncation=True, padding=True, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch


def evaluate(accelerator, model, loader):
    model.eval()
    hits = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, refs = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        hits += (preds == refs).sum().item()
        total += refs.numel()
    return hits / total


def run_job(first_epoch, last_epoch, resume=False):
    set_seed(17)
    accelerator = Accelerator(cpu=True)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
    train_loader = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)
    valid_loader = DataLoader(read("validation"), batch_size=64, collate_fn=collate)

    model, optimizer, train_loader, valid_loader = accelerator.prepare(
        model, optimizer, train_loader, valid_loader
    )

    if resume:
        accelerator.print(f"resuming from {STATE_DIR}")
        accelerator.load_state(STATE_DIR)

    for epoch in range(first_epoch, last_epoch + 1):
        model.train()
        losses = []
        for batch in train_loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(accelerator.gather(loss.detach()).mean().item())
        acc = evaluate(accelerator, model, valid_loader)
        accelerator.print(f"epoch {epoch}: train loss {sum(losses) / len(losses):.4f}  valid accuracy {acc:.4f}")

    accelerator.save_state(STATE_DIR)
    accelerator.print(f"state saved in {STATE_DIR}")


if __name__ == "__main__":
    shutil.rmtree(STATE_DIR, ignore_errors=True)
    run_job(1, 6)
    run_job(7, 8, resume=True)
