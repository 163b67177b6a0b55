import argparse
import json
import math

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def param_groups(model, lr, decay, wd):
    """Deeper layers get a smaller learning rate; biases and layer norms no weight decay."""
    n = len(model.distilbert.transformer.layer)

    def depth(name):
        if name.startswith("distilbert.embeddings"):
            return 0
        if name.startswith("distilbert.transformer.layer."):
            return int(name.split(".")[3]) + 1
        return n + 1

    groups = {}
    for name, p in model.named_parameters():
        d = depth(name)
        no_decay = name.endswith("bias") or "layer_norm" in name.lower() or "layernorm" in name.lower()
        g = groups.setdefault(
            (d, no_decay),
            {"params": [], "lr": lr * decay ** (n + 1 - d), "weight_decay": 0.0 if no_decay else wd},
        )
        g["params"].append(p)
    return list(groups.values())


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    right = total = 0
    for batch in loader:
        logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        right += (logits.argmax(-1) == batch["labels"]).sum().item()
        total += len(batch["labels"])
    return right / total


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--lr", type=float, default=2e-3)
    ap.add_argument("--layer-decay", type=float, default=0.8)
    ap.add_argument("--epochs", type=int, default=12)
    ap.add_argument("--batch", type=int, default=8)
    ap.add_argument("--accumulate", type=int, default=7)
    ap.add_argument("--seed", type=int, default=1)
    a = ap.parse_args()
    torch.manual_seed(a.seed)

    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

    def collate(rows):
        batch = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return batch

    train = DataLoader(read("train"), batch_size=a.batch, shuffle=True, collate_fn=collate)
    val = DataLoader(read("validation"), batch_size=64, collate_fn=collate)
    test = DataLoader(read("test"), batch_size=64, collate_fn=collate)

    opt = torch.optim.AdamW(param_groups(model, a.lr, a.layer_decay, 0.01))
    total = math.ceil(len(train) / a.accumulate) * a.epochs
    sched = get_linear_schedule_with_warmup(opt, total // 10, total)

    for epoch in range(a.epochs):
        model.train()
        seen, loss_sum = 0, 0.0
        opt.zero_grad()
        for i, batch in enumerate(train, 1):
            # the last window of an epoch may be shorter
            first = (i - 1) // a.accumulate * a.accumulate
            window = min(a.accumulate, len(train) - first)
            loss = model(**batch).loss
            (loss / window).backward()
            loss_sum += loss.item() * len(batch["labels"])
            seen += len(batch["labels"])
            if i % a.accumulate == 0 or i == len(train):
                torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                sched.step()
                opt.zero_grad()
        print(f"epoch {epoch + 1:2d}  loss {loss_sum / seen:.4f}  val acc {accuracy(model, val):.3f}")
    print(f"test accuracy {accuracy(model, test):.3f}")


if __name__ == "__main__":
    main()
