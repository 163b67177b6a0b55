# NER-like tagging (0 = other, 1-3 = kinds of names) with DistilBERT
import json
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

torch.manual_seed(0)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
checkpoint = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForTokenClassification.from_pretrained(checkpoint, num_labels=4).to(device)

load = lambda s: [json.loads(l) for l in open(f"data/tags/{s}.jsonl")]
data = {s: load(s) for s in ("train", "validation", "test")}


def encode_batch(rows):
    enc = tokenizer(
        [r["words"] for r in rows],
        is_split_into_words=True,
        padding=True,
        truncation=True,
        max_length=64,
        return_tensors="pt",
    )
    all_labels = []
    for i, row in enumerate(rows):
        word_ids = enc.word_ids()
        labels, previous = [], None
        for w in word_ids:
            if w is None or w == previous:      # special token / rest of a word
                labels.append(-100)
            else:
                labels.append(row["tags"][w])
            previous = w
        all_labels.append(labels)
    return {
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
        "labels": torch.tensor(all_labels),
    }


loaders = {
    s: DataLoader(rows, batch_size=16, shuffle=(s == "train"), collate_fn=encode_batch)
    for s, rows in data.items()
}

optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


def f1_of_names(split):
    model.eval()
    tp = fp = fn = 0
    with torch.no_grad():
        for batch in loaders[split]:
            batch = {k: v.to(device) for k, v in batch.items()}
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            keep = batch["labels"] != -100
            pred, gold = logits.argmax(-1)[keep], batch["labels"][keep]
            tp += ((pred == gold) & (gold > 0)).sum().item()
            fp += ((pred != gold) & (pred > 0)).sum().item()
            fn += ((pred != gold) & (gold > 0)).sum().item()
    return 2 * tp / max(2 * tp + fp + fn, 1)


for epoch in range(12):
    model.train()
    epoch_loss = 0
    for batch in loaders["train"]:
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
    print("epoch", epoch, "loss", round(epoch_loss / len(loaders["train"]), 3),
          "val F1", round(f1_of_names("validation"), 3))

print("test F1", round(f1_of_names("test"), 3))
