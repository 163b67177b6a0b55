"""Tagger with discriminative learning rates: low for the pretrained body, high for the fresh head."""
import json

import torch
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification

CKPT = "checkpoints/tags"
BODY_LR, HEAD_LR, DECAY = 3e-4, 3e-3, 0.01
EPOCHS, BATCH = 4, 16

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load_split(name, skip=()):
    examples = []
    for line in open(f"data/tags/{name}.jsonl", encoding="utf-8"):
        row = json.loads(line)
        if tuple(row["words"]) in skip:
            continue
        enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
        word_ids = enc.word_ids()
        labels = [
            -100 if w is None or (i > 0 and word_ids[i - 1] == w) else row["tags"][w]
            for i, w in enumerate(word_ids)
        ]
        examples.append((tuple(row["words"]), {**enc, "labels": labels}))
    return examples


def build_optimizer(model):
    no_decay = ("bias", "LayerNorm.weight", "layer_norm.weight")
    named = list(model.named_parameters())
    groups = [
        {
            "params": [p for n, p in named if not n.endswith(no_decay)],
            "lr": BODY_LR,
            "weight_decay": DECAY,
        },
        {
            "params": [p for n, p in named if n.endswith(no_decay)],
            "lr": BODY_LR,
            "weight_decay": 0.0,
        },
        {
            "params": model.classifier.parameters(),
            "lr": HEAD_LR,
            "weight_decay": DECAY,
        },
    ]
    return AdamW(groups)


torch.manual_seed(17)
train = load_split("train")
val = load_split("validation", skip={words for words, _ in train})
collate = DataCollatorForTokenClassification(tokenizer)
train_loader = DataLoader([e for _, e in train], batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader([e for _, e in val], batch_size=64, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
optimizer = build_optimizer(model)
total_steps = EPOCHS * len(train_loader)
scheduler = LambdaLR(optimizer, lambda step: max(0.0, 1 - step / total_steps))

for epoch in range(EPOCHS):
    model.train()
    for batch in train_loader:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()

    model.eval()
    right = n = 0
    with torch.no_grad():
        for batch in val_loader:
            pred = model(**batch).logits.argmax(-1)
            keep = batch["labels"] != -100
            right += (pred[keep] == batch["labels"][keep]).sum().item()
            n += keep.sum().item()
    print(f"epoch {epoch + 1}  val word accuracy {right / n:.4f}  lrs {scheduler.get_last_lr()}")
