# Sentiment with a small BERT: head first, then the whole network (gradual unfreezing), with accumulation.
import math
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(7)
torch.set_num_threads(1)        # so small a model gains nothing from more
CKPT = "checkpoints/bert"
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(1200, random_state=7)
valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)


def collate(rows):
    batch = tokenizer([r["sentence"] for r in rows], padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["labels"] = torch.tensor([r["label"] for r in rows])
    return batch


train_dl = DataLoader(train.to_dict("records"), batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid.to_dict("records"), batch_size=64, collate_fn=collate)


@torch.no_grad()
def evaluate():
    model.eval()
    right = seen = 0
    loss = 0.0
    for batch in valid_dl:
        out = model(**batch)
        n = len(batch["labels"])
        loss += out.loss.item() * n
        right += (out.logits.argmax(-1) == batch["labels"]).sum().item()
        seen += n
    return loss / seen, right / seen


def fit(params, lr, epochs, accumulate):
    params = list(params)
    opt = torch.optim.AdamW(params, lr=lr, weight_decay=0.01)
    per_epoch = math.ceil(len(train_dl) / accumulate)
    sched = get_linear_schedule_with_warmup(opt, per_epoch * epochs // 10, per_epoch * epochs)
    for epoch in range(epochs):
        model.train()
        running = 0.0
        for i, batch in enumerate(train_dl):
            # the last group of an epoch may be smaller
            group = min(accumulate, len(train_dl) - i // accumulate * accumulate)
            loss = model(**batch).loss
            (loss / group).backward()
            running += loss.item()
            if (i + 1) % accumulate == 0 or i + 1 == len(train_dl):
                torch.nn.utils.clip_grad_norm_(params, 1.0)
                opt.step()
                sched.step()
                opt.zero_grad(set_to_none=True)
        vl, va = evaluate()
        print(f"  epoch {epoch}: train {running / len(train_dl):.4f}  valid {vl:.4f}  accuracy {va:.3f}")


print("majority:", valid.label.value_counts(normalize=True).max())
for p in model.bert.parameters():
    p.requires_grad_(False)
print("head only")
fit(model.classifier.parameters(), lr=2e-3, epochs=1, accumulate=2)
for p in model.bert.parameters():
    p.requires_grad_(True)
print("everything")
fit(model.parameters(), lr=4e-4, epochs=2, accumulate=2)
