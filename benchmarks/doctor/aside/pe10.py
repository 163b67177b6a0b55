# Accelerate: tickets -> desk, small batches with gradient accumulation
import json
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, get_scheduler)

config = dict(checkpoint="checkpoints/tickets", batch_size=4, accumulation_steps=4,
              lr=1e-3, epochs=6, seed=21)


def get_dataloaders(tokenizer, cfg):
    def features(split):
        with open(f"data/tickets/{split}.jsonl") as f:
            rows = [json.loads(line) for line in f]
        return [{**tokenizer(r["text"], truncation=True), "labels": r["desk_id"]} for r in rows]

    collator = DataCollatorWithPadding(tokenizer)
    train = DataLoader(features("train"), batch_size=cfg["batch_size"], shuffle=True, collate_fn=collator)
    valid = DataLoader(features("validation"), batch_size=32, collate_fn=collator)
    return train, valid


def main(cfg):
    set_seed(cfg["seed"])
    accelerator = Accelerator(gradient_accumulation_steps=cfg["accumulation_steps"])
    tokenizer = AutoTokenizer.from_pretrained(cfg["checkpoint"])
    model = AutoModelForSequenceClassification.from_pretrained(cfg["checkpoint"], num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
    train_dl, valid_dl = get_dataloaders(tokenizer, cfg)
    updates = cfg["epochs"] * len(train_dl) // cfg["accumulation_steps"]
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=0, num_training_steps=updates)

    model, optimizer, train_dl, valid_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, valid_dl, scheduler
    )

    for epoch in range(cfg["epochs"]):
        model.train()
        total_loss = 0.0
        for step, batch in enumerate(train_dl):
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                total_loss += loss.detach().float()
                accelerator.backward(loss)
                if step % cfg["accumulation_steps"] == 0:
                    optimizer.step()
                    scheduler.step()
                    optimizer.zero_grad()

        model.eval()
        correct, seen = 0, 0
        for batch in valid_dl:
            with torch.no_grad():
                preds = model(**batch).logits.argmax(dim=-1)
            preds, refs = accelerator.gather_for_metrics((preds, batch["labels"]))
            correct += (preds == refs).sum().item()
            seen += refs.numel()
        accelerator.print(f"epoch {epoch}: loss {total_loss.item() / len(train_dl):.4f} "
                          f"accuracy {correct / seen:.3f} lr {scheduler.get_last_lr()[0]:.2e}")


if __name__ == "__main__":
    main(config)
