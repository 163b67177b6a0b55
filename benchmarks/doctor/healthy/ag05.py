import pandas as pd
import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(1)

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)[["text", "desk"]]
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)[["text", "desk"]]

# names -> numbers
train_df["label"], names = pd.factorize(train_df["desk"])
val_df["label"] = names.get_indexer(val_df["desk"])

print(train_df.head())
print(val_df.head())
print("classes:", list(names))

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(names))


def collate(rows):
    texts = [t for t, _ in rows]
    batch = tokenizer(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    batch["labels"] = torch.tensor([l for _, l in rows])
    return batch


train_loader = DataLoader(list(zip(train_df.text, train_df.label)), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(list(zip(val_df.text, val_df.label)), batch_size=64, collate_fn=collate)

EPOCHS = 8
optimizer = AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
scheduler = get_linear_schedule_with_warmup(optimizer, 20, EPOCHS * len(train_loader))

for epoch in range(EPOCHS):
    model.train()
    tr_loss, tr_hits = 0.0, 0
    for batch in train_loader:
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        tr_loss += out.loss.item()
        tr_hits += (out.logits.argmax(-1) == batch["labels"]).sum().item()

    model.eval()
    va_loss, va_hits = 0.0, 0
    with torch.no_grad():
        for batch in val_loader:
            out = model(**batch)
            va_loss += out.loss.item()
            va_hits += (out.logits.argmax(-1) == batch["labels"]).sum().item()
    print(
        f"epoch {epoch}: train loss {tr_loss / len(train_loader):.3f} acc {tr_hits / len(train_df):.3f}"
        f" | val loss {va_loss / len(val_loader):.3f} acc {va_hits / len(val_df):.3f}"
    )
