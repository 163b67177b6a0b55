"""Ticket routing with Accelerate and gradient accumulation."""
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

CHECKPOINT = "checkpoints/tickets"
GRAD_ACC = 2
EPOCHS = 10


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(x) for x in f]


def main():
    accelerator = Accelerator(gradient_accumulation_steps=GRAD_ACC)
    set_seed(42)

    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)

    def collate(rows):
        enc = tokenizer([r["text"] for r in rows], truncation=True, padding=True, return_tensors="pt")
        enc["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return dict(enc)

    train_dl = DataLoader(read_jsonl("data/tickets/train.jsonl"), batch_size=16, shuffle=True, collate_fn=collate)
    eval_dl = DataLoader(read_jsonl("data/tickets/validation.jsonl"), batch_size=32, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=10,
                              num_training_steps=EPOCHS * len(train_dl) // GRAD_ACC)
    model, optimizer, train_dl, eval_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, eval_dl, scheduler)

    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for step, batch in enumerate(train_dl):
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if step % GRAD_ACC == 0:
                    optimizer.step()
                    scheduler.step()
                    optimizer.zero_grad()
            total += loss.item()

        model.eval()
        correct, seen = 0, 0
        for batch in eval_dl:
            with torch.no_grad():
                logits = model(**batch).logits
            preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
            correct += (preds == refs).sum().item()
            seen += refs.numel()
        accelerator.print(f"epoch {epoch}  train_loss {total / len(train_dl):.4f}  accuracy {correct / seen:.4f}")


if __name__ == "__main__":
    main()
