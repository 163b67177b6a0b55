# Domain-adaptive MLM: a few passes of masked language modelling over review sentences.
# Held-out sentences are masked ONCE so that every checkpoint answers the same questions.
import copy
import math
from collections import Counter

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          get_constant_schedule_with_warmup, set_seed)

set_seed(0)
tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForMaskedLM.from_pretrained("checkpoints/bert")

sents = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")["sentence"]
test_s = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")["sentence"]
sents = sents[~sents.isin(set(test_s))].drop_duplicates().sample(frac=1.0, random_state=0)
dev_s, train_s = sents.iloc[:300], sents.iloc[300:]
print(len(train_s), "train /", len(dev_s), "dev /", len(test_s), "test sentences")


def encode(series):
    out = tok(series.tolist(), truncation=True, max_length=64, return_special_tokens_mask=True)
    return [{k: out[k][i] for k in out} for i in range(len(series))]


collate = DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.15)
train_dl = DataLoader(encode(train_s), batch_size=32, shuffle=True, collate_fn=collate)
# lists, not loaders: the masks are drawn here and stay as they are
dev_fixed = list(DataLoader(encode(dev_s), batch_size=64, collate_fn=collate))
test_fixed = list(DataLoader(encode(test_s), batch_size=64, collate_fn=collate))


def heldout_nll(batches):
    model.eval()
    nll, n = 0.0, 0
    with torch.no_grad():
        for b in batches:
            k = int((b["labels"] != -100).sum())
            nll += model(**b).loss.item() * k      # .loss is a mean over the masked tokens
            n += k
    return nll / n


# unigram model with add-one smoothing, from the training sentences alone
freq = Counter(t for row in encode(train_s)
               for t, special in zip(row["input_ids"], row["special_tokens_mask"]) if not special)
norm = sum(freq.values()) + len(tok)
targets = torch.cat([b["labels"][b["labels"] != -100] for b in test_fixed]).tolist()
unigram = -sum(math.log((freq[t] + 1) / norm) for t in targets) / len(targets)

opt = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
sched = get_constant_schedule_with_warmup(opt, num_warmup_steps=20)

best = heldout_nll(dev_fixed)
best_state = copy.deepcopy(model.state_dict())
test_before = heldout_nll(test_fixed)
print(f"before   dev ppl {math.exp(best):8.2f}")
for ep in range(6):
    model.train()
    for b in train_dl:
        loss = model(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad()
    dev = heldout_nll(dev_fixed)
    print(f"epoch {ep}  dev ppl {math.exp(dev):8.2f}")
    if dev < best:
        best, best_state = dev, copy.deepcopy(model.state_dict())

model.load_state_dict(best_state)
print(f"test ppl: unigram {math.exp(unigram):.2f} | before {math.exp(test_before):.2f} "
      f"| chosen epoch {math.exp(heldout_nll(test_fixed)):.2f}")
