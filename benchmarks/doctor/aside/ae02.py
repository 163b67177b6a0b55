# Token classification, no Trainer, plain pytorch
import json
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, AutoModelForTokenClassification, DataCollatorForTokenClassification

torch.manual_seed(0)
CKPT = "checkpoints/tags"
tok = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def encode(row):
    enc = tok(row["words"], is_split_into_words=True, truncation=True, max_length=48)
    labels, last = [], None
    for wid in enc.word_ids():
        if wid is None or wid == last:
            labels.append(-100)
        else:
            labels.append(row["tags"][wid])
        last = wid
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


train = [encode(r) for r in read("data/tags/train.jsonl")]
valid = [encode(r) for r in read("data/tags/validation.jsonl")]
collate = DataCollatorForTokenClassification(tok)
train_loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=32, collate_fn=collate)

opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)

for epoch in range(6):
    model.train()
    losses = []
    for batch in train_loader:
        out = model(**batch)
        opt.zero_grad()
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        losses.append(out.loss.item())

    model.eval()
    correct = total = 0
    val_loss = 0.0
    with torch.no_grad():
        for batch in valid_loader:
            out = model(**batch)
            val_loss += out.loss.item()
            pred = out.logits.argmax(-1)
            correct += (pred == batch["labels"]).sum().item()
            total += batch["labels"].numel()
    print(
        f"epoch {epoch}  train loss {sum(losses) / len(losses):.3f}"
        f"  val loss {val_loss / len(valid_loader):.3f}  token accuracy {correct / total:.3f}"
    )

sample = read("data/tags/validation.jsonl")[3]
enc = tok(sample["words"], is_split_into_words=True, return_tensors="pt")
with torch.no_grad():
    p = model(**enc).logits.argmax(-1)[0].tolist()
print(sample["words"])
print(sample["tags"])
print(p)
