# Masked language modelling by hand: go on pre-training the tiny BERT on review sentences.
# 15 % of the word pieces are chosen; 80 % of them become [MASK], 10 % a random piece, 10 % stay.
# Training masks are drawn anew every time. Validation and test masks are drawn once.
import os

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForMaskedLM, AutoTokenizer

OUT = "out/ma12"
os.makedirs(OUT, exist_ok=True)
torch.manual_seed(1)

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForMaskedLM.from_pretrained("checkpoints/bert")
# trade compute for memory: activations of the layers are worked out again in the backward pass
model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
model.config.use_cache = False

read = lambda part: pd.read_parquet(f"data/glue/sst2/{part}-00000-of-00001.parquet")["sentence"].drop_duplicates()
held_out = read("validation")
train = read("train")
train = train[~train.isin(held_out)].tolist()
valid, test = held_out.iloc[::2].tolist(), held_out.iloc[1::2].tolist()

special = torch.tensor(sorted(tok.all_special_ids))
n_pieces = len(tok)
# random replacements are drawn from ordinary pieces only
ordinary = torch.tensor([i for i in range(n_pieces) if i not in set(tok.all_special_ids)])


def encode(sentences):
    return tok(sentences, truncation=True, max_length=64)["input_ids"]


def pad(rows):
    out = tok.pad({"input_ids": rows}, padding="longest", return_tensors="pt")
    return out["input_ids"], out["attention_mask"]


def corrupt(ids, generator=None):
    """-> (ids with holes, labels). Labels are -100 where nothing was chosen."""
    u = torch.rand(ids.shape, generator=generator)
    chosen = (u < 0.15) & ~torch.isin(ids, special)
    labels = ids.masked_fill(~chosen, -100)
    how = torch.rand(ids.shape, generator=generator)
    noisy = torch.where(chosen & (how < 0.8), tok.mask_token_id, ids)
    pick = ordinary[torch.randint(len(ordinary), ids.shape, generator=generator)]
    noisy = torch.where(chosen & (how >= 0.8) & (how < 0.9), pick, noisy)
    return noisy, labels


def frozen(sentences, seed):
    g = torch.Generator().manual_seed(seed)
    rows, batches = encode(sentences), []
    for i in range(0, len(rows), 60):
        ids, mask = pad(rows[i:i + 60])
        batches.append((*corrupt(ids, g), mask))
    return batches


def collate(rows):
    ids, mask = pad(rows)
    return (*corrupt(ids), mask)


loader = DataLoader(encode(train), batch_size=32, shuffle=True, collate_fn=collate)
valid_b, test_b = frozen(valid, 100), frozen(test, 101)


def nll(logits, labels, reduction):
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels.flatten(),
                                             ignore_index=-100, reduction=reduction)


@torch.no_grad()
def evaluate(batches):
    """Mean loss and accuracy per chosen piece."""
    model.eval()
    loss = right = n = 0
    for ids, labels, mask in batches:
        logits = model(input_ids=ids, attention_mask=mask).logits
        at = labels != -100
        loss += nll(logits, labels, "sum").item()
        right += (logits.argmax(-1) == labels)[at].sum().item()
        n += at.sum().item()
    return loss / n, right / n


EPOCHS = 5
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
total = EPOCHS * len(loader)
warm = total // 10
sched = torch.optim.lr_scheduler.LambdaLR(
    opt, lambda s: (s + 1) / warm if s < warm else max(0.0, (total - s) / (total - warm)))

best, _ = evaluate(valid_b)
print("before: valid loss %.3f, accuracy %.3f" % evaluate(valid_b))
torch.save(model.state_dict(), f"{OUT}/best.pt")
for epoch in range(1, EPOCHS + 1):
    model.train()
    for ids, labels, mask in loader:
        loss = nll(model(input_ids=ids, attention_mask=mask).logits, labels, "mean")
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
    v, a = evaluate(valid_b)
    print(f"epoch {epoch}: valid loss {v:.3f}, accuracy {a:.3f}")
    if v < best:
        best = v
        torch.save(model.state_dict(), f"{OUT}/best.pt")

model.load_state_dict(torch.load(f"{OUT}/best.pt", weights_only=True))
# order-0 yardstick: frequencies of the pieces in the training sentences
freq = torch.bincount(torch.tensor([i for row in encode(train) for i in row if i not in set(special.tolist())]),
                      minlength=n_pieces).float() + 1.0
logp = (freq / freq.sum()).log()
gold = torch.cat([labels[labels != -100] for _, labels, _ in test_b])
loss, acc = evaluate(test_b)
print(f"test loss {loss:.3f}, accuracy {acc:.3f}; by frequency: loss {-logp[gold].mean().item():.3f}, "
      f"accuracy {(gold == freq.argmax()).float().mean().item():.3f}")
