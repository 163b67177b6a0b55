import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

torch.manual_seed(21)
HEAD_EPOCHS, FULL_EPOCHS = 4, 6

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)


def collate(rows):
    batch = tokenizer([r["words"] for r in rows], is_split_into_words=True, padding=True, return_tensors="pt")
    labels = torch.full(batch["input_ids"].shape, -100)
    for i, row in enumerate(rows):
        for pos, word in enumerate(batch.word_ids(i)):
            if word is not None:  # every piece carries the tag of its word
                labels[i, pos] = row["tags"][word]
    batch["labels"] = labels
    return batch


def loader(split, **kwargs):
    return DataLoader([json.loads(x) for x in open(f"data/tags/{split}.jsonl")], collate_fn=collate, **kwargs)


train_loader = loader("train", batch_size=16, shuffle=True)
valid_loader = loader("validation", batch_size=80)
test_loader = loader("test", batch_size=80)


def name_accuracy(batches):
    """Share of the pieces of names that get the right tag."""
    model.eval()
    hits = []
    with torch.no_grad():
        for b in batches:
            names = b["labels"] > 0
            hits.append(model(**b).logits.argmax(-1)[names] == b["labels"][names])
    return torch.cat(hits).float().mean().item()


def count():
    return sum(p.numel() for p in model.parameters() if p.requires_grad)


# stage 1: only the new head, so that its random gradients do not spoil the body
for p in model.distilbert.parameters():
    p.requires_grad = False
optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), lr=5e-3)
print(f"stage 1: {count()} parameters to train")

for epoch in range(HEAD_EPOCHS + FULL_EPOCHS):
    if epoch == HEAD_EPOCHS:
        # stage 2: the whole model, with a smaller step
        for p in model.distilbert.parameters():
            p.requires_grad = True
        optimizer.add_param_group({"params": list(model.distilbert.parameters())})
        for group in optimizer.param_groups:
            group["lr"] = 1e-3
        print(f"stage 2: {count()} parameters to train")

    model.train()
    total = 0.0
    for batch in train_loader:
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch}: loss {total / len(train_loader):.4f}  names right {name_accuracy(valid_loader):.3f}")

print(f"test: names right {name_accuracy(test_loader):.3f}")
