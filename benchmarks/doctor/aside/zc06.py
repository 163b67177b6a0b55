import json

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoTokenizer, BartForConditionalGeneration

torch.manual_seed(11)
device = "cuda" if torch.cuda.is_available() else "cpu"

tok = AutoTokenizer.from_pretrained("checkpoints/dates")
model = BartForConditionalGeneration.from_pretrained("checkpoints/dates").to(device)


def load(name):
    rows = [json.loads(l) for l in open(f"data/dates/{name}.jsonl")]
    return [(r["date"], r["code"]) for r in rows]


def batches(pairs, size, shuffle):
    order = torch.randperm(len(pairs)).tolist() if shuffle else list(range(len(pairs)))
    for s in range(0, len(pairs), size):
        part = [pairs[i] for i in order[s:s + size]]
        src = tok([d for d, _ in part], padding=True, return_tensors="pt").to(device)
        tgt = tok([c for _, c in part], padding=True, return_tensors="pt").to(device)
        yield src, tgt


def step(src, tgt):
    labels = tgt["input_ids"].clone()
    labels[labels == tok.pad_token_id] = -100
    out = model(
        input_ids=src["input_ids"],
        attention_mask=src["attention_mask"],
        decoder_input_ids=tgt["input_ids"],
        labels=labels,
    )
    return out.loss


def exact(pairs):
    model.eval()
    hits, shown = 0, []
    for s in range(0, len(pairs), 40):
        part = pairs[s:s + 40]
        src = tok([d for d, _ in part], padding=True, return_tensors="pt").to(device)
        with torch.no_grad():
            ids = model.generate(**src, max_new_tokens=8, num_beams=1, do_sample=False)
        texts = tok.batch_decode(ids, skip_special_tokens=True)
        for (d, c), t in zip(part, texts):
            hits += t.strip() == c
            shown.append((d, t, c))
    for d, t, c in shown[:4]:
        print(f"   {d:28s} got: {t:24s} want: {c}")
    return hits / len(pairs)


train, valid = load("train"), load("validation")
epochs = 12
opt = torch.optim.AdamW(model.parameters(), lr=3e-3)
sched = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.05, total_iters=epochs * (len(train) // 16))

for epoch in range(1, epochs + 1):
    model.train()
    total = n = 0
    for src, tgt in batches(train, 16, True):
        loss = step(src, tgt)
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        total += loss.item()
        n += 1
    model.eval()
    with torch.no_grad():
        val = [step(a, b).item() for a, b in batches(valid, 32, False)]
    print(f"{epoch:2d}  train {total / n:.4f}  valid {sum(val) / len(val):.4f}")

print("exact match:", exact(valid))
