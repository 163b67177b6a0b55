import json
import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_cosine_schedule_with_warmup,
    set_seed,
)

set_seed(21)
CKPT = "checkpoints/tickets"
EPOCHS = 6
BASE_LR = 1e-3
HEAD_LR = 2e-3
DECAY = 0.8


def layerwise_groups(model):
    """Lower layers get a smaller learning rate, the new head the largest."""
    head = [p for n, p in model.named_parameters() if not n.startswith("distilbert.")]
    groups = [{"params": head, "lr": HEAD_LR, "name": "head"}]
    layers = list(model.distilbert.transformer.layer)
    lr = BASE_LR
    for i in reversed(range(len(layers))):
        groups.append({"params": list(layers[i].parameters()), "lr": lr, "name": f"layer{i}"})
        lr *= DECAY
    groups.append({"params": list(model.distilbert.embeddings.parameters()), "lr": lr, "name": "embeddings"})
    return groups


def batches(split, tokenizer, size, shuffle=False):
    rows = [json.loads(l) for l in open(f"data/tickets/{split}.jsonl")]

    def collate(rows):
        enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt", max_length=32)
        return enc["input_ids"], enc["attention_mask"], torch.tensor([r["desk_id"] for r in rows])

    return DataLoader(rows, batch_size=size, shuffle=shuffle, collate_fn=collate)


tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
train_loader = batches("train", tokenizer, 16, shuffle=True)
val_loader = batches("validation", tokenizer, 32)

optimizer = torch.optim.AdamW(layerwise_groups(model), weight_decay=0.01)
steps = EPOCHS * len(train_loader)
scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)
for g in optimizer.param_groups:
    print(g["name"], len(g["params"]), "tensors, lr", g["initial_lr"])

for epoch in range(EPOCHS):
    model.train()
    s = 0.0
    for ids, mask, y in train_loader:
        loss = model(input_ids=ids, attention_mask=mask, labels=y).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        s += loss.item()
    model.eval()
    ok = n = 0
    with torch.inference_mode():
        for ids, mask, y in val_loader:
            ok += (model(input_ids=ids, attention_mask=mask).logits.argmax(-1) == y).sum().item()
            n += len(y)
    print(f"epoch {epoch}: loss {s / len(train_loader):.4f}, accuracy {ok / n:.3f}")
