"""Adapt the masked language model to film and hotel reviews before anybody fine-tunes it."""
import math

import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForMaskedLM,
    AutoTokenizer,
    DataCollatorForLanguageModeling,
    get_linear_schedule_with_warmup,
)

torch.manual_seed(99)
EPOCHS, BATCH, LR = 4, 32, 5e-4

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForMaskedLM.from_pretrained("checkpoints/bert")
collator = DataCollatorForLanguageModeling(tokenizer=tok, mlm=True, mlm_probability=0.15)

train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")["sentence"].drop_duplicates()
valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")["sentence"].drop_duplicates()
valid = valid[~valid.isin(train)]


def features(sentences):
    enc = tok(sentences.tolist(), truncation=True, max_length=64, return_special_tokens_mask=True)
    return [{key: enc[key][i] for key in enc} for i in range(len(enc["input_ids"]))]


train_loader = DataLoader(features(train), batch_size=BATCH, shuffle=True, collate_fn=collator)

# new masks in each training epoch, but the same masks whenever we measure
with torch.random.fork_rng():
    torch.manual_seed(4)
    valid_batches = list(DataLoader(features(valid), batch_size=64, collate_fn=collator))


@torch.no_grad()
def perplexity():
    model.eval()
    nll = count = 0.0
    for batch in valid_batches:
        masked = (batch["labels"] != -100).sum().item()
        nll += model(**batch).loss.item() * masked
        count += masked
    return math.exp(nll / count)


decay = [p for n, p in model.named_parameters() if p.ndim >= 2]
no_decay = [p for n, p in model.named_parameters() if p.ndim < 2]
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=LR
)
steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)

print(f"before: perplexity {perplexity():.2f}")
for epoch in range(1, EPOCHS + 1):
    model.train()
    for batch in train_loader:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    print(f"epoch {epoch}: perplexity {perplexity():.2f}")

model.save_pretrained("out/ha15")
tok.save_pretrained("out/ha15")
