"""Layer-wise learning rates: the deeper a layer lies, the less it moves."""
import math

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, set_seed

TOP_LR, DECAY, HEAD_LR, WEIGHT_DECAY, EPOCHS = 1e-3, 0.7, 2e-3, 0.01, 5


def parameter_groups(model):
    no_decay = ("bias", "LayerNorm.weight", "layer_norm.weight")
    layers = model.distilbert.transformer.layer
    depth = len(layers)
    blocks = [("head", list(model.pre_classifier.named_parameters()) + list(model.classifier.named_parameters()), HEAD_LR)]
    for i, layer in enumerate(layers):
        blocks.append((f"layer{i}", list(layer.named_parameters()), TOP_LR * DECAY ** (depth - 1 - i)))
    blocks.append(("embeddings", list(model.distilbert.embeddings.named_parameters()), TOP_LR * DECAY**depth))
    groups = []
    for name, params, lr in blocks:
        for decays in (True, False):
            chosen = [p for n, p in params if any(n.endswith(e) for e in no_decay) != decays]
            if chosen:
                groups.append({"params": chosen, "lr": lr, "weight_decay": WEIGHT_DECAY if decays else 0.0, "name": name})
    covered = sum(p.numel() for g in groups for p in g["params"])
    assert covered == sum(p.numel() for p in model.parameters())
    return groups


def accuracy(model, loader):
    model.eval()
    right = total = 0
    with torch.no_grad():
        for batch in loader:
            labels = batch.pop("labels")
            right += (model(**batch).logits.argmax(-1) == labels).sum().item()
            total += labels.numel()
    return right / total


def main():
    set_seed(3)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    data = load_dataset("data/tickets").map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
    data = data.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
    collate = DataCollatorWithPadding(tokenizer)
    train = DataLoader(data["train"], batch_size=16, shuffle=True, collate_fn=collate)
    valid = DataLoader(data["validation"], batch_size=64, collate_fn=collate)

    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    optimizer = torch.optim.AdamW(parameter_groups(model))
    total, warmup = EPOCHS * len(train), 15
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda s: s / warmup if s < warmup else 0.5 * (1 + math.cos(math.pi * (s - warmup) / (total - warmup))),
    )
    for epoch in range(EPOCHS):
        model.train()
        for batch in train:
            loss = model(**batch).loss
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        print(f"epoch {epoch}: loss {loss.item():.3f}, validation accuracy {accuracy(model, valid):.3f}")


if __name__ == "__main__":
    main()
