"""Teach the small GPT-2 to continue 'material place : verb' with the work steps.

Loss only on the continuation; generation greedy, in left-padded batches; exact match on prompts never trained on.
"""
import json
from collections import Counter

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

set_seed(5)
CKPT, EPOCHS, BATCH = "checkpoints/steps", 20, 16

tok = AutoTokenizer.from_pretrained(CKPT)
EOS = tok.eos_token_id
PAD = EOS  # no pad token in this checkpoint; padded places are masked by hand below


def rows_of(split):
    with open(f"data/steps/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(s) for s in f]


def unseen(rows, *others):
    known = {r["prompt"] for o in others for r in o}
    return list({r["prompt"]: r for r in rows if r["prompt"] not in known}.values())


test_rows = unseen(rows_of("test"))
val_rows = unseen(rows_of("validation"), test_rows)
train_rows = unseen(rows_of("train"), test_rows, val_rows)
print("rows:", len(train_rows), len(val_rows), len(test_rows))


def encode(r):
    return tok(r["prompt"])["input_ids"], tok(r["steps"])["input_ids"]


def training_batches(rows, generator):
    order = torch.randperm(len(rows), generator=generator).tolist()
    for i in range(0, len(order), BATCH):
        pairs = [encode(rows[j]) for j in order[i : i + BATCH]]
        width = max(len(p) + len(s) + 1 for p, s in pairs)
        ids = torch.full((len(pairs), width), PAD)
        mask = torch.zeros((len(pairs), width), dtype=torch.long)
        labels = torch.full((len(pairs), width), -100)
        for k, (p, s) in enumerate(pairs):
            full = torch.tensor(p + s + [EOS])
            ids[k, : len(full)] = full
            mask[k, : len(full)] = 1
            labels[k, len(p) : len(full)] = full[len(p) :]  # the end mark is learnt, the padding is not
        yield {"input_ids": ids, "attention_mask": mask, "labels": labels}


@torch.no_grad()
def exact_match(model, rows):
    model.eval()
    hits = 0
    for i in range(0, len(rows), 64):
        pairs = [encode(r) for r in rows[i : i + 64]]
        width = max(len(p) for p, _ in pairs)
        ids = torch.tensor([[PAD] * (width - len(p)) + p for p, _ in pairs])
        mask = torch.tensor([[0] * (width - len(p)) + [1] * len(p) for p, _ in pairs])
        out = model.generate(
            input_ids=ids, attention_mask=mask, max_new_tokens=8, do_sample=False,
            eos_token_id=EOS, pad_token_id=PAD,
        )
        for (_, gold), seq in zip(pairs, out[:, width:].tolist()):
            answer = seq[: seq.index(EOS)] if EOS in seq else seq
            hits += answer == gold
    return hits / len(rows)


model = AutoModelForCausalLM.from_pretrained(CKPT)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
per_epoch = -(-len(train_rows) // BATCH)
scheduler = get_cosine_schedule_with_warmup(optimizer, per_epoch, per_epoch * EPOCHS)
shuffler = torch.Generator().manual_seed(5)

best, best_state = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in training_batches(train_rows, shuffler):
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        scheduler.step()
        total += loss.item()
    if epoch % 4 == 3:
        em = exact_match(model, val_rows)
        print(f"epoch {epoch + 1}: loss {total / per_epoch:.4f}, validation exact match {em:.3f}")
        if em > best:
            best, best_state = em, {k: v.clone() for k, v in model.state_dict().items()}

model.load_state_dict(best_state)
favourite = Counter(r["steps"] for r in train_rows).most_common(1)[0][0]
print("always the commonest:", round(sum(r["steps"] == favourite for r in test_rows) / len(test_rows), 3))
print("test exact match:    ", round(exact_match(model, test_rows), 3))
model.save_pretrained("out/qc06/model")
tok.save_pretrained("out/qc06/model")
