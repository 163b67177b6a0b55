"""Multiple choice: which list of steps belongs to the order?"""
import json
import random

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForMultipleChoice, AutoTokenizer, get_linear_schedule_with_warmup


class ChoiceData(Dataset):
    def __init__(self, path, n_choices=4, seed=0, limit=None):
        rng = random.Random(seed)
        rows = [json.loads(line) for line in open(path)][:limit]
        everything = sorted({r["steps"] for r in rows})
        self.items = []
        for r in rows:
            wrong = rng.sample([s for s in everything if s != r["steps"]], n_choices - 1)
            label = rng.randrange(n_choices)
            choices = wrong[:label] + [r["steps"]] + wrong[label:]
            self.items.append((r["prompt"].split(" : ")[1], choices, label))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def make_collate(tokenizer):
    def collate(items):
        n = len(items[0][1])
        first = [prompt for prompt, choices, _ in items for _ in choices]
        second = [c for _, choices, _ in items for c in choices]
        enc = tokenizer(first, second, padding=True, truncation=True, max_length=48, return_tensors="pt")
        batch = {k: v.view(len(items), n, -1) for k, v in enc.items()}
        batch["labels"] = torch.tensor([label for _, _, label in items])
        return batch

    return collate


def evaluate(model, loader, accelerator):
    model.eval()
    hits, count = 0, 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred, gold = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        hits += (pred == gold).sum().item()
        count += len(gold)
    return hits / count


def main():
    set_seed(5)
    num_epochs = 8
    accelerator = Accelerator(cpu=True)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    model = AutoModelForMultipleChoice.from_pretrained("checkpoints/bert")

    collate = make_collate(tokenizer)
    train_loader = DataLoader(ChoiceData("data/steps/train.jsonl", seed=1), batch_size=16, shuffle=True, collate_fn=collate)
    eval_loader = DataLoader(ChoiceData("data/steps/validation.jsonl", seed=2), batch_size=32, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
    num_training_steps = len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=10, num_training_steps=num_training_steps)

    model, optimizer, train_loader, eval_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, eval_loader, scheduler
    )

    for epoch in range(1, num_epochs + 1):
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
        acc = evaluate(model, eval_loader, accelerator)
        accelerator.print(f"epoch {epoch}  loss {running / len(train_loader):.4f}  accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
