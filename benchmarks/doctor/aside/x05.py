# Token tagging with Accelerate
import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, default_data_collator, get_scheduler

MODEL = "checkpoints/tags"
NUM_LABELS = 4
MAX_LEN = 48
EPOCHS = 10
LR = 1e-3


def prepare_data(tokenizer):
    raw = load_dataset("json", data_files={s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")})

    def encode(batch):
        enc = tokenizer(
            batch["words"], is_split_into_words=True, truncation=True, padding="max_length", max_length=MAX_LEN
        )
        all_labels = []
        for i, tags in enumerate(batch["tags"]):
            labels = tags[:MAX_LEN] + [-100] * (MAX_LEN - len(tags))
            all_labels.append(labels)
        enc["labels"] = all_labels
        return enc

    return raw.map(encode, batched=True, remove_columns=raw["train"].column_names)


def scores(preds, labels):
    mask = labels != -100
    preds, labels = preds[mask], labels[mask]
    tp = np.sum((preds == labels) & (labels != 0))
    precision = tp / max(np.sum(preds != 0), 1)
    recall = tp / max(np.sum(labels != 0), 1)
    f1 = 2 * precision * recall / max(precision + recall, 1e-12)
    return float((preds == labels).mean()), float(f1)


def evaluate(accelerator, model, loader):
    model.eval()
    all_preds, all_labels = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, labels = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        all_preds.append(preds.cpu().numpy())
        all_labels.append(labels.cpu().numpy())
    return scores(np.concatenate(all_preds), np.concatenate(all_labels))


def main():
    accelerator = Accelerator()
    set_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    data = prepare_data(tokenizer)
    model = AutoModelForTokenClassification.from_pretrained(MODEL, num_labels=NUM_LABELS)

    train_loader = DataLoader(data["train"], batch_size=16, shuffle=True, collate_fn=default_data_collator)
    val_loader = DataLoader(data["validation"], batch_size=64, collate_fn=default_data_collator)
    test_loader = DataLoader(data["test"], batch_size=64, collate_fn=default_data_collator)

    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    model, optimizer, train_loader, val_loader, test_loader = accelerator.prepare(
        model, optimizer, train_loader, val_loader, test_loader
    )
    steps = EPOCHS * len(train_loader)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

    for epoch in range(EPOCHS):
        model.train()
        losses = []
        for batch in train_loader:
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            losses.append(outputs.loss.item())
        acc, f1 = evaluate(accelerator, model, val_loader)
        accelerator.print(f"epoch {epoch}: loss {np.mean(losses):.4f} val acc {acc:.4f} val f1 {f1:.4f}")

    acc, f1 = evaluate(accelerator, model, test_loader)
    accelerator.print(f"TEST acc {acc:.4f} f1 {f1:.4f}")


if __name__ == "__main__":
    main()
