import json
import math
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(13)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

def load(name):
    with open(f"data/tickets/{name}.jsonl") as fh:
        return [json.loads(x) for x in fh]

def collate(rows):
    batch = tokenizer([r["text"] for r in rows], padding="longest", truncation=True, max_length=32, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch

train_loader = DataLoader(load("train"), batch_size=7, shuffle=True, collate_fn=collate)
val_loader = DataLoader(load("validation"), batch_size=64, collate_fn=collate)
test_loader = DataLoader(load("test"), batch_size=64, collate_fn=collate)

# word vectors stay fixed; position vectors and layers are trained
model.distilbert.embeddings.word_embeddings.weight.requires_grad = False
no_decay = ("bias", "LayerNorm.weight", "layer_norm.weight")
params = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
optimizer = torch.optim.AdamW([
    {"params": [p for n, p in params if not n.endswith(no_decay)], "weight_decay": 0.01},
    {"params": [p for n, p in params if n.endswith(no_decay)], "weight_decay": 0.0},
], lr=1.2e-3)

EPOCHS, ACCUM = 12, 3
updates_per_epoch = math.ceil(len(train_loader) / ACCUM)
total, warmup = EPOCHS * updates_per_epoch, updates_per_epoch
scheduler = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda s: (s + 1) / warmup if s < warmup else max(0.0, (total - s) / (total - warmup)))

@torch.inference_mode()
def accuracy(loader):
    model.eval()
    hit = n = 0
    for b in loader:
        pred = model(input_ids=b["input_ids"], attention_mask=b["attention_mask"]).logits.argmax(-1)
        hit += (pred == b["labels"]).sum().item()
        n += len(pred)
    return hit / n

for epoch in range(EPOCHS):
    model.train()
    running, window_rows = 0.0, 0
    n_batches = len(train_loader)
    for i, batch in enumerate(train_loader):
        size = len(batch["labels"])
        out = model(**batch)
        # sum over the window, divided by its rows right before the step: a short last batch counts as it should
        (out.loss * size).backward()
        running += out.loss.item() * size
        window_rows += size
        if (i + 1) % ACCUM == 0 or i + 1 == n_batches:
            for _, p in params:
                if p.grad is not None:
                    p.grad.div_(window_rows)
            torch.nn.utils.clip_grad_norm_([p for _, p in params], 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            window_rows = 0
    print(f"epoch {epoch + 1}: loss {running / len(train_loader.dataset):.4f}  val acc {accuracy(val_loader):.3f}")

print("test", accuracy(test_loader))
