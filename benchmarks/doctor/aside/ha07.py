"""Ticket routing with pandas for the table work and a plain training loop."""
import pandas as pd
import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

torch.manual_seed(1)
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")


def read_table(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df["text"] = df["text"].str.replace("order [ORDER] . ", "", regex=False)
    return df[["text", "desk"]]


def to_dataset(df):
    enc = tok(df["text"].tolist(), padding="max_length", truncation=True, max_length=32, return_tensors="pt")
    codes, names = pd.factorize(df["desk"])
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(codes.tolist())), list(names)


train_df = read_table("train")
valid_df = read_table("validation")
valid_df = valid_df[~valid_df["text"].isin(train_df["text"])]

train_ds, desks = to_dataset(train_df)
valid_ds, _ = to_dataset(valid_df)
print(len(train_ds), "tickets to learn from,", len(valid_ds), "to check on, desks:", desks)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(desks))
model.config.id2label = dict(enumerate(desks))
model.config.label2id = {d: i for i, d in enumerate(desks)}

epochs = 15
train_dl = DataLoader(train_ds, batch_size=16, shuffle=True)
valid_dl = DataLoader(valid_ds, batch_size=64)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
sched = get_scheduler("linear", opt, num_warmup_steps=40, num_training_steps=epochs * len(train_dl))

for epoch in range(epochs):
    model.train()
    train_loss = train_hits = 0
    for ids, mask, y in train_dl:
        out = model(input_ids=ids, attention_mask=mask, labels=y)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
        train_loss += out.loss.item() * len(y)
        train_hits += (out.logits.argmax(-1) == y).sum().item()

    model.eval()
    hits = 0
    with torch.inference_mode():
        for ids, mask, y in valid_dl:
            hits += (model(input_ids=ids, attention_mask=mask).logits.argmax(-1) == y).sum().item()
    print(
        f"epoch {epoch + 1:2d}  loss {train_loss / len(train_ds):.3f}  "
        f"train acc {train_hits / len(train_ds):.3f}  valid acc {hits / len(valid_ds):.3f}"
    )

model.save_pretrained("out/ha07")
tok.save_pretrained("out/ha07")
