import argparse
import os

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer


class EarlyStopping:
    def __init__(self, patience, path):
        self.patience, self.path = patience, path
        self.best, self.bad = float("inf"), 0

    def step(self, loss, model):
        if loss < self.best:
            self.best, self.bad = loss, 0
            torch.save(model.state_dict(), self.path)
        else:
            self.bad += 1
        return self.bad >= self.patience


def run_epoch(model, loader, device, optimizer=None):
    training = optimizer is not None
    model.train(training)
    loss_sum, correct, n = 0.0, 0, 0
    with torch.set_grad_enabled(training):
        for batch in loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            out = model(**batch)
            if training:
                optimizer.zero_grad()
                out.loss.backward()
                optimizer.step()
            size = batch["labels"].size(0)
            loss_sum += out.loss.item() * size
            correct += (out.logits.argmax(1) == batch["labels"]).sum().item()
            n += size
    return loss_sum / n, correct / n


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--max-epochs", type=int, default=10)
    ap.add_argument("--patience", type=int, default=2)
    ap.add_argument("--out", default="runs/nutmeg")
    opt = ap.parse_args()
    os.makedirs(opt.out, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(0)

    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    data = load_dataset("data/tickets")

    def collate(rows):
        enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        enc["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return enc

    loaders = {s: DataLoader(data[s], batch_size=16, shuffle=(s == "train"), collate_fn=collate) for s in data}
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=opt.lr)
    stopper = EarlyStopping(opt.patience, os.path.join(opt.out, "best.pt"))

    for epoch in range(opt.max_epochs):
        train_loss, train_acc = run_epoch(model, loaders["train"], device, optimizer)
        val_loss, val_acc = run_epoch(model, loaders["validation"], device)
        print(f"{epoch:02d} train {train_loss:.3f}/{train_acc:.3f} val {val_loss:.3f}/{val_acc:.3f}")
        if stopper.step(val_loss, model):
            print("early stop")
            break

    model.load_state_dict(torch.load(stopper.path, map_location=device))
    print("test loss / accuracy:", run_epoch(model, loaders["test"], device))


if __name__ == "__main__":
    main()
