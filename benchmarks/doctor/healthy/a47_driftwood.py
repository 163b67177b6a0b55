# Causal LM with accelerate, completion after training
import math
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup, set_seed

set_seed(77)
accelerator = Accelerator()
tok = AutoTokenizer.from_pretrained("checkpoints/steps")
tok.add_special_tokens({"pad_token": "<|pad|>"})
model = AutoModelForCausalLM.from_pretrained("checkpoints/steps")
model.resize_token_embeddings(len(tok))
model.config.pad_token_id = tok.pad_token_id
model.generation_config.pad_token_id = tok.pad_token_id

ds = load_dataset("data/steps")

def collate(rows):
    batch = tok([r["prompt"] + " " + r["steps"] + " " + tok.eos_token for r in rows], padding=True, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[labels == tok.pad_token_id] = -100
    batch["labels"] = labels
    return batch

train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(ds["validation"], batch_size=40, collate_fn=collate)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
num_epochs = 6
scheduler = get_cosine_schedule_with_warmup(optimizer, 15, num_epochs * len(train_dl))

model, optimizer, train_dl, valid_dl, scheduler = accelerator.prepare(model, optimizer, train_dl, valid_dl, scheduler)

for epoch in range(num_epochs):
    model.train()
    for batch in train_dl:
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()

    model.eval()
    losses = []
    for batch in valid_dl:
        with torch.no_grad():
            loss = model(**batch).loss
        losses.append(accelerator.gather_for_metrics(loss.repeat(batch["input_ids"].shape[0])))
    accelerator.print(f"epoch {epoch}: perplexity {math.exp(torch.cat(losses).mean().item()):.3f}")

# greedy completion of some prompts
lm = accelerator.unwrap_model(model)
tok.padding_side = "left"
part = ds["test"][:48]
enc = tok(part["prompt"], padding=True, return_tensors="pt").to(accelerator.device)
with torch.no_grad():
    out = lm.generate(**enc, max_new_tokens=8, do_sample=False)
answers = tok.batch_decode(out[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)
accelerator.print("exact:", sum(a.strip() == s for a, s in zip(answers, part["steps"])) / 48)
