# Route support tickets to one of four desks. Plain loop, no Trainer.
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

CKPT = "checkpoints/tickets"
EPOCHS = 8
BATCH = 16
LR = 5e-4


def load_split(name, drop_texts=()):
    df = pd.read_json(f"data/tickets/{name}.jsonl", lines=True)
    df = df[~df["text"].isin(drop_texts)].reset_index(drop=True)
    codes, desks = pd.factorize(df["desk"])
    df["label"] = codes
    return df, list(desks)


class Tickets(torch.utils.data.Dataset):
    def __init__(self, df, tokenizer):
        self.enc = tokenizer(df["text"].tolist(), truncation=True, max_length=32)
        self.labels = df["label"].tolist()

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return {"input_ids": self.enc["input_ids"][i],
                "attention_mask": self.enc["attention_mask"][i],
                "labels": int(self.labels[i])}


def evaluate(model, loader):
    model.eval()
    loss, hits, n = 0.0, 0, 0
    with torch.no_grad():
        for batch in loader:
            out = model(**batch)
            k = batch["labels"].size(0)
            loss += out.loss.item() * k
            hits += (out.logits.argmax(-1) == batch["labels"]).sum().item()
            n += k
    return loss / n, hits / n


def main():
    set_seed(17)
    # the same text can be in more than one file: keep it out of the training rows
    test_df, _ = load_split("test")
    valid_df, _ = load_split("validation", drop_texts=test_df["text"])
    train_df, desks = load_split("train", drop_texts=pd.concat([test_df["text"], valid_df["text"]]))
    print(len(train_df), len(valid_df), len(test_df), desks)

    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=len(desks))

    def collate(rows):
        return tokenizer.pad(rows, padding=True, return_tensors="pt")

    train_dl = DataLoader(Tickets(train_df, tokenizer), batch_size=BATCH, shuffle=True, collate_fn=collate)
    valid_dl = DataLoader(Tickets(valid_df, tokenizer), batch_size=64, collate_fn=collate)
    test_dl = DataLoader(Tickets(test_df, tokenizer), batch_size=64, collate_fn=collate)

    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    total = EPOCHS * len(train_dl)
    scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total), total)

    for epoch in range(EPOCHS):
        model.train()
        running = 0.0
        for batch in train_dl:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            running += loss.item()
        val_loss, val_acc = evaluate(model, valid_dl)
        print(f"epoch {epoch + 1}: train loss {running / len(train_dl):.3f}  "
              f"val loss {val_loss:.3f}  val acc {val_acc:.3f}")

    test_loss, test_acc = evaluate(model, test_dl)
    print(f"test loss {test_loss:.3f}  test acc {test_acc:.3f}")


if __name__ == "__main__":
    main()
