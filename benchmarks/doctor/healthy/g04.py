# %% [markdown]
# # Translate dates to code words with BART and 🤗 Accelerate

# %%
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, get_scheduler

set_seed(7)
checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)

# %%
data = load_dataset("json", data_files={"train": "data/dates/train.jsonl",
                                        "validation": "data/dates/validation.jsonl",
                                        "test": "data/dates/test.jsonl"})
print(data["train"][0])


# %%
def collate_fn(rows):
    batch = tokenizer([r["date"] for r in rows], padding=True, return_tensors="pt")
    targets = tokenizer([r["code"] for r in rows], padding=True, return_tensors="pt")["input_ids"]
    batch["labels"] = targets.masked_fill(targets == tokenizer.pad_token_id, -100)
    return batch


train_dl = DataLoader(data["train"], shuffle=True, batch_size=16, collate_fn=collate_fn)
valid_dl = DataLoader(data["validation"], batch_size=32, collate_fn=collate_fn)
test_dl = DataLoader(data["test"], batch_size=32, collate_fn=collate_fn)

# %%
accelerator = Accelerator()
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
model, optimizer, train_dl, valid_dl, test_dl = accelerator.prepare(
    model, optimizer, train_dl, valid_dl, test_dl
)
num_epochs = 12
num_steps = num_epochs * len(train_dl)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=20, num_training_steps=num_steps)

# %%
progress = tqdm(range(num_steps), mininterval=5)
for epoch in range(num_epochs):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        progress.update(1)

    model.eval()
    losses = []
    for batch in valid_dl:
        with torch.no_grad():
            losses.append(accelerator.gather(model(**batch).loss.reshape(1)))
    accelerator.print(f"epoch {epoch}: validation loss {torch.cat(losses).mean().item():.4f}")

# %%
preds, refs = [], []
model.eval()
for batch in test_dl:
    with torch.no_grad():
        generated = accelerator.unwrap_model(model).generate(
            batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=8
        )
    labels = batch["labels"].masked_fill(batch["labels"] == -100, tokenizer.pad_token_id)
    preds += tokenizer.batch_decode(generated, skip_special_tokens=True)
    refs += tokenizer.batch_decode(labels, skip_special_tokens=True)

for p, r in list(zip(preds, refs))[:5]:
    accelerator.print("generated:", p, "| expected:", r)
accelerator.print("exact match:", sum(p == r for p, r in zip(preds, refs)) / len(refs))
