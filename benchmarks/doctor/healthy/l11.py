# Translate English dates into the made-up code language: BART-like model, plain loop, greedy generate(), exact match
import json, os, random, time
import torch
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

torch.manual_seed(17)
random.seed(17)
torch.set_num_threads(1)
out_dir = "outputs/l11"
os.makedirs(out_dir, exist_ok=True)

ckpt = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForSeq2SeqLM.from_pretrained(ckpt)


def load(name):
    return [(r["date"], r["code"]) for r in map(json.loads, open(f"data/dates/{name}.jsonl"))]


test = load("test")
test_dates = {d for d, _ in test}
valid = [p for p in load("validation") if p[0] not in test_dates]
valid_dates = {d for d, _ in valid}
train = sorted(p for p in set(load("train")) if p[0] not in test_dates | valid_dates)
print(f"{len(train)} train, {len(valid)} validation, {len(test)} test pairs")


def batches(pairs, size, shuffle=False):
    pairs = random.sample(pairs, len(pairs)) if shuffle else pairs
    for i in range(0, len(pairs), size):
        src, tgt = zip(*pairs[i:i + size])
        enc = tokenizer(list(src), padding=True, return_tensors="pt")
        labels = tokenizer(text_target=list(tgt), padding=True, return_tensors="pt")
        ids = labels["input_ids"].masked_fill(labels["attention_mask"] == 0, -100)
        yield enc, ids, list(tgt)


@torch.no_grad()
def evaluate(pairs):
    """Cross entropy per target token (teacher forced) and exact match of the greedy output."""
    model.eval()
    nll = tokens = exact = 0
    for enc, labels, texts in batches(pairs, 40):
        loss = model(**enc, labels=labels).loss
        n = (labels != -100).sum().item()
        nll += loss.item() * n
        tokens += n
        generated = model.generate(**enc, max_new_tokens=8, num_beams=1, do_sample=False)
        decoded = tokenizer.batch_decode(generated, skip_special_tokens=True)
        exact += sum(d.strip() == t for d, t in zip(decoded, texts))
    return nll / tokens, exact / len(pairs)


# AdamW, inverse-square-root decay after a short warm-up
EPOCHS, BATCH, WARMUP = 10, 16, 40
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
scheduler = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda s: min((s + 1) / WARMUP, (WARMUP / (s + 1)) ** 0.5)
)

print("untrained: val loss %.3f exact match %.3f" % evaluate(valid))
best_loss = float("inf")
start = time.time()
for epoch in range(1, EPOCHS + 1):
    model.train()
    nll = tokens = 0
    for enc, labels, _ in batches(train, BATCH, shuffle=True):
        loss = model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        n = (labels != -100).sum().item()
        nll += loss.item() * n
        tokens += n
    val_loss, val_em = evaluate(valid)
    print(f"epoch {epoch:2d} [{time.time() - start:4.1f}s] train {nll / tokens:.4f} val {val_loss:.4f} exact match {val_em:.3f}")
    if val_loss < best_loss:
        best_loss = val_loss
        model.save_pretrained(out_dir)
        tokenizer.save_pretrained(out_dir)

model = AutoModelForSeq2SeqLM.from_pretrained(out_dir)
print("test: loss %.4f exact match %.3f" % evaluate(test))
for date, code in test[:3]:
    with torch.no_grad():
        g = model.generate(**tokenizer(date, return_tensors="pt"), max_new_tokens=8, do_sample=False)
    print(f"  {date!r} -> {tokenizer.decode(g[0], skip_special_tokens=True)!r} (gold {code!r})")
