import argparse
import json
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup
from sklearn.metrics import f1_score


def get_loaders(tokenizer, batch_size):
    def collate(rows):
        enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        enc["labels"] = torch.tensor([r["desk_id"] for r in rows], dtype=torch.long)
        return enc

    rows = {s: [json.loads(l) for l in open(f"data/tickets/{s}.jsonl")] for s in ("train", "validation", "test")}
    return (DataLoader(rows["train"], shuffle=True, batch_size=batch_size, collate_fn=collate),
            DataLoader(rows["validation"], batch_size=48, collate_fn=collate),
            DataLoader(rows["test"], batch_size=48, collate_fn=collate))


def evaluate(accelerator, model, loader):
    model.eval()
    preds, refs = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        p, r = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        preds.append(p.cpu())
        refs.append(r.cpu())
    preds, refs = torch.cat(preds), torch.cat(refs)
    return {"n": len(refs), "accuracy": (preds == refs).float().mean().item(),
            "macro_f1": f1_score(refs, preds, average="macro")}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--num_epochs", type=int, default=10)
    ap.add_argument("--batch_size", type=int, default=16)
    ap.add_argument("--seed", type=int, default=42)
    args = ap.parse_args()

    accelerator = Accelerator()
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    train_dl, val_dl, test_dl = get_loaders(tokenizer, args.batch_size)
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)

    model, optimizer, train_dl, val_dl, test_dl = accelerator.prepare(model, optimizer, train_dl, val_dl, test_dl)
    steps = len(train_dl) * args.num_epochs
    # stepped by hand once per update, so it is not handed to prepare()
    scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * steps), steps)

    for epoch in range(args.num_epochs):
        model.train()
        total = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total += loss.detach().item()
        accelerator.print(f"epoch {epoch}: loss {total / len(train_dl):.3f}", evaluate(accelerator, model, val_dl))
    accelerator.print("test:", evaluate(accelerator, model, test_dl))


if __name__ == "__main__":
    main()
