# Tickets with Accelerate: small batches, gradients gathered over two of them.
import copy
import json
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler

CKPT = "checkpoints/tickets"
EPOCHS = 14
ACCUMULATE = 2
DESKS = ["north", "east", "south", "west"]


def read(split, without):
    """The rows of a split whose texts are not in an earlier split."""
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    kept = [r for r in rows if r["text"] not in without]
    return kept, without | {r["text"] for r in kept}


def evaluate(accelerator, model, loader):
    was_training = model.training
    model.eval()
    right = count = 0
    with torch.inference_mode():
        for batch in loader:
            labels = batch["labels"]
            pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
            pred, labels = accelerator.gather_for_metrics((pred, labels))
            right += (pred == labels).sum().item()
            count += labels.numel()
    model.train(was_training)
    return right / count


def main():
    set_seed(16)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUMULATE)

    train_rows, seen = read("train", set())
    valid_rows, seen = read("validation", seen)
    test_rows, seen = read("test", seen)

    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def encode(batch):
        # the device is named at the beginning of a ticket: what is cut off is only chatter
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["labels"] = [DESKS.index(d) for d in batch["desk"]]
        return enc

    def loader(rows, batch_size, shuffle=False):
        ds = Dataset.from_list(rows)
        ds = ds.map(encode, batched=True, remove_columns=ds.column_names)
        return DataLoader(ds, batch_size=batch_size, shuffle=shuffle, collate_fn=DataCollatorWithPadding(tokenizer))

    train_dl = loader(train_rows, 8, shuffle=True)
    valid_dl, test_dl = loader(valid_rows, 32), loader(test_rows, 32)

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=len(DESKS))
    decay = [p for n, p in model.named_parameters() if p.ndim > 1]
    rest = [p for n, p in model.named_parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}], lr=1e-3
    )
    model, optimizer, train_dl, valid_dl, test_dl = accelerator.prepare(model, optimizer, train_dl, valid_dl, test_dl)

    updates = math.ceil(len(train_dl) / ACCUMULATE) * EPOCHS
    # a prepared scheduler moves on only when the optimizer really makes a step
    scheduler = accelerator.prepare(
        get_scheduler("linear", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)
    )

    best, best_state = -1.0, None
    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total += loss.detach().item()
        acc = evaluate(accelerator, model, valid_dl)
        accelerator.print(f"{epoch:2d}  loss {total / len(train_dl):.4f}  validation {acc:.3f}")
        if acc > best:
            best = acc
            best_state = copy.deepcopy(accelerator.unwrap_model(model).state_dict())

    accelerator.unwrap_model(model).load_state_dict(best_state)
    accelerator.print(f"best validation {best:.3f}, test {evaluate(accelerator, model, test_dl):.3f}")


if __name__ == "__main__":
    main()
