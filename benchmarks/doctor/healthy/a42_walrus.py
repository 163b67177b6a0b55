"""Next-token training on packed blocks: all examples joined by </s>, cut into pieces of equal length."""
import math

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoTokenizer, GPT2Config, GPT2LMHeadModel

BLOCK = 32

torch.manual_seed(5)
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
raw = load_dataset("data/steps")


def join(batch):
    ids = []
    for p, s in zip(batch["prompt"], batch["steps"]):
        ids += tok(p + " " + s)["input_ids"] + [tok.eos_token_id]
    n = len(ids) // BLOCK * BLOCK
    return {"input_ids": [ids[i:i + BLOCK] for i in range(0, n, BLOCK)]}


blocks = raw.map(join, batched=True, batch_size=None, remove_columns=["prompt", "steps"]).with_format("torch")
print({k: len(v) for k, v in blocks.items()})

config = GPT2Config(vocab_size=len(tok), n_positions=BLOCK, n_embd=96, n_layer=2, n_head=4,
                    bos_token_id=tok.bos_token_id, eos_token_id=tok.eos_token_id)
model = GPT2LMHeadModel(config)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3, betas=(0.9, 0.95), weight_decay=0.1)
train_loader = DataLoader(blocks["train"], batch_size=8, shuffle=True)
valid_loader = DataLoader(blocks["validation"], batch_size=16)

epochs = 10
total, warmup = epochs * len(train_loader), 15


def rate(step):
    if step < warmup:
        return (step + 1) / warmup
    return 0.5 * (1 + math.cos(math.pi * (step - warmup) / max(1, total - warmup)))


scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
for epoch in range(epochs):
    model.train()
    for batch in train_loader:
        x = batch["input_ids"]
        logits = model(x).logits
        loss = torch.nn.functional.cross_entropy(logits[:, :-1].reshape(-1, logits.size(-1)), x[:, 1:].reshape(-1))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    model.eval()
    with torch.no_grad():
        losses = [model(b["input_ids"], labels=b["input_ids"]).loss.item() for b in valid_loader]
    print(f"epoch {epoch + 1}: train {loss.item():.3f}, valid perplexity {math.exp(sum(losses) / len(losses)):.2f}")

rows = raw["validation"].select(range(60))
hits = 0
for row in rows:
    enc = tok(row["prompt"], return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id)
    hits += tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip() == row["steps"]
print("exact:", hits / len(rows), "perplexity of a uniform guess:", len(tok))
