import argparse

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup


class SentimentModel(nn.Module):
    """Encoder + small MLP head."""

    def __init__(self, name, n_classes=2, hidden=128):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        width = self.encoder.config.hidden_size
        self.head = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(width, hidden), nn.GELU(), nn.Linear(hidden, n_classes)
        )

    def forward(self, input_ids, attention_mask):
        out = self.encoder(input_ids=input_ids, attention_mask=attention_mask)
        return self.head(out.pooler_output)


def load(split, limit=None):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    if limit:
        df = df.head(limit)
    return list(zip(df.sentence.tolist(), df.label.tolist()))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/distilbert")
    ap.add_argument("--epochs", type=int, default=2)
    ap.add_argument("--batch-size", type=int, default=32)
    ap.add_argument("--lr", type=float, default=1e-4)
    ap.add_argument("--train-rows", type=int, default=1200)
    args = ap.parse_args()

    torch.manual_seed(0)
    tok = AutoTokenizer.from_pretrained(args.model)

    def collate(rows):
        texts, labels = zip(*rows)
        enc = tok(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
        return enc["input_ids"], enc["attention_mask"], torch.tensor(labels)

    train_dl = DataLoader(load("train", args.train_rows), args.batch_size, shuffle=True, collate_fn=collate)
    val_dl = DataLoader(load("validation"), 64, collate_fn=collate)

    model = SentimentModel(args.model)
    opt = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    total = len(train_dl) * args.epochs
    sched = get_linear_schedule_with_warmup(opt, int(0.1 * total), total)
    loss_fn = nn.CrossEntropyLoss()

    for epoch in range(args.epochs):
        model.train()
        running = 0.0
        for ids, mask, y in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(ids, mask), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            running += loss.item()

        model.eval()
        hits = seen = 0
        with torch.no_grad():
            for ids, mask, y in val_dl:
                hits += (model(ids, mask).argmax(-1) == y).sum().item()
                seen += y.numel()
        print(f"epoch {epoch + 1}: train loss {running / len(train_dl):.3f}  val acc {hits / seen:.3f}")


if __name__ == "__main__":
    main()
