# Domain adaptation: a few more steps of masked language modelling on review sentences.
import math
import os

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, BertForMaskedLM, get_scheduler

torch.manual_seed(1)
DATA = "data/glue/sst2"
OUT = "out/fe07"
P_MASK = 0.15

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = BertForMaskedLM.from_pretrained("checkpoints/bert")

# the review texts only; labels aren't needed
train_txt = pd.read_parquet(f"{DATA}/train-00000-of-00001.parquet")["sentence"].drop_duplicates().tolist()[:900]
valid_txt = pd.read_parquet(f"{DATA}/validation-00000-of-00001.parquet")["sentence"].drop_duplicates().tolist()
valid_txt = [t for t in valid_txt if t not in set(train_txt)]
print(len(train_txt), "train sentences,", len(valid_txt), "validation sentences")


def mask_tokens(ids, attention, gen=None):
    ids = ids.clone()
    special = torch.zeros_like(ids, dtype=torch.bool)
    for s in tok.all_special_ids:
        special |= ids == s
    chance = torch.rand(ids.shape, generator=gen)
    chosen = (chance < P_MASK) & ~special & attention.bool()
    # 80% [MASK], 10% another token, 10% unchanged
    how = torch.rand(ids.shape, generator=gen)
    noise = torch.randint(5, len(tok), ids.shape, generator=gen)
    ids[chosen & (how < 0.8)] = tok.mask_token_id
    swap = chosen & (how >= 0.8) & (how < 0.9)
    ids[swap] = noise[swap]
    labels = ids.masked_fill(~chosen, -100)
    return ids, labels


def collate(texts):
    return tok(texts, padding=True, truncation=True, max_length=64, return_tensors="pt")


train_dl = DataLoader(train_txt, batch_size=32, shuffle=True, drop_last=True, collate_fn=collate)
valid_dl = DataLoader(valid_txt, batch_size=64, collate_fn=collate)


def evaluate():
    model.eval()
    g = torch.Generator().manual_seed(99)      # the same masks every time
    loss_sum, right, n = 0.0, 0, 0
    with torch.no_grad():
        for batch in valid_dl:
            ids, labels = mask_tokens(batch["input_ids"], batch["attention_mask"], g)
            out = model(
                input_ids=ids,
                attention_mask=batch["attention_mask"],
                token_type_ids=batch["token_type_ids"],
                labels=labels,
            )
            at = labels != -100
            loss_sum += out.loss.item() * at.sum().item()
            right += (out.logits.argmax(-1)[at] == labels[at]).sum().item()
            n += at.sum().item()
    return math.exp(loss_sum / n), right / n


EPOCHS = 3
opt = torch.optim.AdamW(model.parameters(), lr=3e-4, weight_decay=0.01)
total = EPOCHS * len(train_dl)
sched = get_scheduler("linear", opt, num_warmup_steps=total // 10, num_training_steps=total)

ppl, acc = evaluate()
print(f"before: perplexity {ppl:.2f}, masked accuracy {acc:.3f}")
for epoch in range(1, EPOCHS + 1):
    model.train()
    for batch in train_dl:
        ids, labels = mask_tokens(batch["input_ids"], batch["attention_mask"])
        loss = model(
            input_ids=ids,
            attention_mask=batch["attention_mask"],
            token_type_ids=batch["token_type_ids"],
            labels=labels,
        ).loss
        loss.backward()
        opt.step()
        sched.step()
        opt.zero_grad()
    ppl, acc = evaluate()
    print(f"epoch {epoch}: perplexity {ppl:.2f}, masked accuracy {acc:.3f}")

os.makedirs(OUT, exist_ok=True)
model.save_pretrained(OUT)
tok.save_pretrained(OUT)
