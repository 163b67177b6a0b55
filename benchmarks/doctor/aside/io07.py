# %% [markdown]
# Fine-tuning the small GPT-2 on the "steps" prompts (prompt -> list of steps)

# %%
import json
import torch
from torch.utils.data import DataLoader
from accelerate import Accelerator
from accelerate.utils import set_seed
from transformers import AutoTokenizer, AutoModelForCausalLM, get_cosine_schedule_with_warmup

set_seed(1)
accelerator = Accelerator(cpu=True)

# %%
def read(split):
    rows = []
    with open(f"data/steps/{split}.jsonl") as f:
        for line in f:
            rows.append(json.loads(line))
    return rows

train = read("train")
train_prompts = set(r["prompt"] for r in train)
valid = [r for r in read("validation") if r["prompt"] not in train_prompts]
print(len(train), "train,", len(valid), "validation")

# %%
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")

def collate(rows):
    texts = [r["prompt"] + " " + r["steps"] + tok.eos_token for r in rows]
    batch = tok(texts, padding=True, truncation=True, max_length=32, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[batch["attention_mask"] == 0] = -100
    return {
        "input_ids": batch["input_ids"],
        "attention_mask": batch["attention_mask"],
        "labels": labels,
    }

train_loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=32, collate_fn=collate)

# %%
epochs = 4
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
total = epochs * len(train_loader)
scheduler = get_cosine_schedule_with_warmup(optimizer, total // 10, total)
model, optimizer, train_loader, valid_loader, scheduler = accelerator.prepare(
    model, optimizer, train_loader, valid_loader, scheduler)

# %%
for epoch in range(epochs):
    model.train()
    for batch in train_loader:
        loss = model(**batch).loss
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()

    model.eval()
    nll, tokens = 0.0, 0
    for batch in valid_loader:
        with torch.no_grad():
            out = model(**batch)
        n = (batch["labels"][:, 1:] != -100).sum().item()
        nll += out.loss.item() * n
        tokens += n
    accelerator.print(f"epoch {epoch + 1}: validation loss per token {nll / tokens:.3f}")

# %%
accelerator.unwrap_model(model).save_pretrained("out/io07")
tok.save_pretrained("out/io07")
