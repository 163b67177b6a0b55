"""LoRA without a library: low-rank updates on query, value and the feed-forward
layers through torch's parametrizations, the rest of the encoder stays as it is. The updates are baked into the weights at the end."""
import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_cosine_schedule_with_warmup, set_seed)


class LowRank(nn.Module):
    def __init__(self, out_features, in_features, rank=8, alpha=16):
        super().__init__()
        self.A = nn.Parameter(torch.randn(rank, in_features) / rank ** 0.5)
        self.B = nn.Parameter(torch.zeros(out_features, rank))      # zero: training starts from the checkpoint
        self.scale = alpha / rank

    def forward(self, weight):
        return weight + self.scale * (self.B @ self.A)


def add_lora(model):
    model.requires_grad_(False)
    targets = [m for n, m in model.named_modules()
               if isinstance(m, nn.Linear) and n.endswith((".q_lin", ".v_lin", ".lin1", ".lin2"))]
    for m in targets:
        parametrize.register_parametrization(m, "weight", LowRank(m.out_features, m.in_features))
        m.parametrizations.weight.original.requires_grad_(False)
    model.classifier.requires_grad_(True)
    model.pre_classifier.requires_grad_(True)         # head: new, so trained in full
    return targets


def merge(targets):
    for m in targets:
        parametrize.remove_parametrizations(m, "weight", leave_parametrized=True)


@torch.no_grad()
def logits_of(model, loader):
    model.eval()
    out, y = [], []
    for batch in loader:
        y.append(batch.pop("labels"))
        out.append(model(**batch).logits)
    return torch.cat(out), torch.cat(y)


def accuracy(model, loader):
    logits, y = logits_of(model, loader)
    return (logits.argmax(-1) == y).float().mean().item()


def main(base="checkpoints/tickets", epochs=8, lr=3e-3, seed=14):
    set_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained(base)
    raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")})

    def loader(ds, size, shuffle=False):
        ds = ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=32), batched=True,
                    remove_columns=["text", "desk"]).rename_column("desk_id", "labels")
        return DataLoader(ds, batch_size=size, shuffle=shuffle, collate_fn=DataCollatorWithPadding(tokenizer))

    train_dl, dev_dl = loader(raw["train"], 16, shuffle=True), loader(raw["validation"], 80)
    test_dl = loader(raw["test"], 80)

    model = AutoModelForSequenceClassification.from_pretrained(base, num_labels=4)
    targets = add_lora(model)
    learn = [p for p in model.parameters() if p.requires_grad]
    print(f"{len(targets)} matrices, {sum(p.numel() for p in learn):,} of {sum(p.numel() for p in model.parameters()):,} numbers are trained")
    optimizer = torch.optim.AdamW(learn, lr=lr)
    schedule = get_cosine_schedule_with_warmup(optimizer, 20, epochs * len(train_dl))

    for epoch in range(1, epochs + 1):
        model.train()
        total = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            loss.backward()
            nn.utils.clip_grad_norm_(learn, 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total += loss.item() / len(train_dl)
        print(f"epoch {epoch}: loss {total:.4f}, validation {accuracy(model, dev_dl):.4f}")

    before, y = logits_of(model, test_dl)
    merge(targets)
    after, _ = logits_of(model, test_dl)
    print("largest change of a logit by merging:", f"{(before - after).abs().max().item():.1e}")
    print(f"test accuracy: {(after.argmax(-1) == y).float().mean().item():.4f}")


if __name__ == "__main__":
    main()
