"""Token classification with Accelerate (the labels are padded across processes before gathering)."""
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_scheduler)

NAMES = ["O", "A", "B", "C"]


def tokenize_and_align(examples, tokenizer):
    enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    new_labels = []
    for i, tags in enumerate(examples["tags"]):
        current, row = None, []
        for w in enc.word_ids(i):
            row.append(-100 if w is None or w == current else tags[w])
            current = w
        new_labels.append(row)
    enc["labels"] = new_labels
    return enc


def get_dataloaders(tokenizer, batch_size):
    raw = load_dataset("data/tags")
    ds = raw.map(tokenize_and_align, batched=True, fn_kwargs=dict(tokenizer=tokenizer),
                 remove_columns=raw["train"].column_names)
    collator = DataCollatorForTokenClassification(tokenizer)
    return (DataLoader(ds["train"], shuffle=True, collate_fn=collator, batch_size=batch_size),
            DataLoader(ds["validation"], collate_fn=collator, batch_size=batch_size))


def training_function():
    accelerator = Accelerator()
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
    train_dl, eval_dl = get_dataloaders(tokenizer, 16)
    model = AutoModelForTokenClassification.from_pretrained(
        "checkpoints/tags", num_labels=4, id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)})
    optimizer = torch.optim.AdamW(model.parameters(), lr=1.5e-3)
    model, optimizer, train_dl, eval_dl = accelerator.prepare(model, optimizer, train_dl, eval_dl)
    epochs = 7
    scheduler = get_scheduler("cosine", optimizer, num_warmup_steps=20, num_training_steps=epochs * len(train_dl))

    for epoch in range(epochs):
        model.train()
        for batch in train_dl:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()

        model.eval()
        tp = predicted = actual = 0
        for batch in eval_dl:
            with torch.no_grad():
                pred = model(**batch).logits.argmax(dim=-1)
            labels = batch["labels"]
            pred = accelerator.pad_across_processes(pred, dim=1, pad_index=-100)
            labels = accelerator.pad_across_processes(labels, dim=1, pad_index=-100)
            pred, labels = accelerator.gather_for_metrics((pred, labels))
            keep = labels != -100
            pred, labels = pred[keep], labels[keep]
            tp += ((pred == labels) & (labels > 0)).sum().item()
            predicted += (pred > 0).sum().item()
            actual += (labels > 0).sum().item()
        precision, recall = tp / max(predicted, 1), tp / actual
        accelerator.print(f"epoch {epoch}: precision {precision:.3f} recall {recall:.3f}")


if __name__ == "__main__":
    training_function()
