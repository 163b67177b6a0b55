import math

import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForMaskedLM, AutoTokenizer, DataCollatorForLanguageModeling, default_data_collator,
                          get_scheduler)

torch.manual_seed(0)

# domain adaptation: masked language modelling on the ticket texts
checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForMaskedLM.from_pretrained(checkpoint)

dataset = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "validation": "data/tickets/validation.jsonl"})
train_raw, eval_raw = dataset["train"], dataset["validation"]


def tok(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32, return_special_tokens_mask=True)


train_ds = train_raw.map(tok, batched=True, remove_columns=train_raw.column_names)
eval_ds = eval_raw.map(tok, batched=True, remove_columns=eval_raw.column_names)

collator = DataCollatorForLanguageModeling(tokenizer, mlm=True, mlm_probability=0.15)


def mask_once(batch):
    """The evaluation set is masked a single time, so that every evaluation sees the same."""
    rows = [dict(zip(batch, t)) for t in zip(*batch.values())]
    masked = collator(rows)
    return {f"masked_{k}": v.numpy() for k, v in masked.items()}


eval_ds = eval_ds.map(mask_once, batched=True, batch_size=len(eval_ds), remove_columns=eval_ds.column_names)
eval_ds = eval_ds.rename_columns({"masked_input_ids": "input_ids", "masked_attention_mask": "attention_mask",
                                  "masked_labels": "labels"})

train_dl = DataLoader(train_ds, batch_size=16, shuffle=True, collate_fn=collator)
eval_dl = DataLoader(eval_ds, batch_size=50, collate_fn=default_data_collator)

epochs = 20
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=30,
                          num_training_steps=epochs * len(train_dl))


def perplexity():
    model.eval()
    total, count = 0.0, 0
    with torch.no_grad():
        for batch in eval_dl:
            n = (batch["labels"] != -100).sum().item()
            total += model(**batch).loss.item() * n
            count += n
    return math.exp(total / count)


print(f"perplexity before {perplexity():.2f}")
for epoch in range(epochs):
    model.train()
    losses = []
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}: train loss {sum(losses) / len(losses):.3f}, perplexity {perplexity():.2f}")

model.save_pretrained("out/rf24")
tokenizer.save_pretrained("out/rf24")
