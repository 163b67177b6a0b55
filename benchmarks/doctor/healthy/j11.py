"""Extractive "question answering" on the tags data.

Question: a kind of name ([K1], [K2] or [K3]). Context: a sentence with exactly one name of that kind.
Answer: the word pieces of that name. Metric: exact match of the (start, end) span.
"""
import json
import os

import torch
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, DistilBertForQuestionAnswering, get_linear_schedule_with_warmup

torch.manual_seed(11)
CKPT, OUT = "checkpoints/tags", "outputs/j11"
os.makedirs(OUT, exist_ok=True)

tok = AutoTokenizer.from_pretrained(CKPT)
tok.add_special_tokens({"additional_special_tokens": ["[K1]", "[K2]", "[K3]"]})


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def build(rows):
    out = []
    for r in rows:
        for kind in (1, 2, 3):
            places = [i for i, t in enumerate(r["tags"]) if t == kind]
            if len(places) != 1:
                continue
            enc = tok([f"[K{kind}]"], r["words"], is_split_into_words=True, truncation="only_second", max_length=64)
            words, seq = enc.word_ids(), enc.sequence_ids()
            inside = [i for i, (w, s) in enumerate(zip(words, seq)) if s == 1 and w == places[0]]
            if not inside:  # cut off by the truncation
                continue
            out.append(
                {
                    "input_ids": enc["input_ids"],
                    "context": [s == 1 for s in seq],
                    "start": inside[0],
                    "end": inside[-1],
                }
            )
    return out


def collate(items):
    n = max(len(x["input_ids"]) for x in items)
    ids = torch.full((len(items), n), tok.pad_token_id)
    att = torch.zeros(len(items), n, dtype=torch.long)
    ctx = torch.zeros(len(items), n, dtype=torch.bool)
    for i, x in enumerate(items):
        k = len(x["input_ids"])
        ids[i, :k] = torch.tensor(x["input_ids"])
        att[i, :k] = 1
        ctx[i, :k] = torch.tensor(x["context"])
    return {
        "input_ids": ids,
        "attention_mask": att,
        "context": ctx,
        "start": torch.tensor([x["start"] for x in items]),
        "end": torch.tensor([x["end"] for x in items]),
    }


train_rows, valid_rows = read("train"), read("validation")
known = {" ".join(r["words"]) for r in valid_rows}
train_rows = [r for r in train_rows if " ".join(r["words"]) not in known]
train, valid = build(train_rows), build(valid_rows)
print(len(train), "training questions,", len(valid), "validation questions")
train_dl = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(valid, batch_size=64, collate_fn=collate)

model = DistilBertForQuestionAnswering.from_pretrained(CKPT)
model.resize_token_embeddings(len(tok))


def best_spans(start_logits, end_logits, context, longest=6):
    """Best start <= end inside the context, at most `longest` pieces."""
    n = start_logits.size(1)
    bad = ~context
    s = start_logits.masked_fill(bad, -1e4)
    e = end_logits.masked_fill(bad, -1e4)
    score = s[:, :, None] + e[:, None, :]
    i = torch.arange(n)
    ok = (i[None, :] >= i[:, None]) & (i[None, :] - i[:, None] < longest)
    flat = score.masked_fill(~ok, float("-inf")).flatten(1).argmax(1)
    return flat // n, flat % n


@torch.no_grad()
def exact_match():
    model.eval()
    hit = n = 0
    for b in valid_dl:
        out = model(input_ids=b["input_ids"], attention_mask=b["attention_mask"])
        s, e = best_spans(out.start_logits, out.end_logits, b["context"])
        hit += ((s == b["start"]) & (e == b["end"])).sum().item()
        n += len(s)
    return hit / n


EPOCHS = 25
optimizer = torch.optim.AdamW(model.parameters(), lr=1.5e-3, weight_decay=0.01)
scheduler = get_linear_schedule_with_warmup(optimizer, 30, EPOCHS * len(train_dl))
print(f"before: exact match {exact_match():.3f}")
for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for b in train_dl:
        optimizer.zero_grad()
        loss = model(
            input_ids=b["input_ids"],
            attention_mask=b["attention_mask"],
            start_positions=b["start"],
            end_positions=b["end"],
        ).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total += loss.item() * len(b["start"])
    if epoch % 5 == 4:
        print(f"epoch {epoch + 1}: loss {total / len(train):.4f}  exact match {exact_match():.3f}")
model.save_pretrained(OUT)
tok.save_pretrained(OUT)
