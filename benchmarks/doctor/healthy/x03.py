"""Translate dates into codes with a small BART, plain PyTorch."""
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, get_linear_schedule_with_warmup

CHECKPOINT = "checkpoints/dates"
EPOCHS = 12
BATCH_SIZE = 16
LR = 1e-3

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"

raw = load_dataset(
    "json",
    data_files={
        "train": "data/dates/train.jsonl",
        "validation": "data/dates/validation.jsonl",
        "test": "data/dates/test.jsonl",
    },
)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
model = AutoModelForSeq2SeqLM.from_pretrained(CHECKPOINT).to(device)


def collate(rows):
    source = tokenizer([r["date"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    target = tokenizer([r["code"] for r in rows], padding=True, truncation=True, return_tensors="pt")
    labels = target["input_ids"].clone()
    labels[labels == tokenizer.pad_token_id] = -100
    return {
        "input_ids": source["input_ids"],
        "attention_mask": source["attention_mask"],
        "labels": labels,
    }


train_loader = DataLoader(raw["train"], batch_size=BATCH_SIZE, shuffle=True, collate_fn=collate)
val_loader = DataLoader(raw["validation"], batch_size=32, collate_fn=collate)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
total_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total_steps), total_steps)

for epoch in range(EPOCHS):
    model.train()
    train_loss = 0
    for batch in tqdm(train_loader, desc=f"epoch {epoch + 1}", leave=False):
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        train_loss += loss.item()

    model.eval()
    val_loss = 0
    with torch.no_grad():
        for batch in val_loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            val_loss += model(**batch).loss.item()
    print(f"epoch {epoch + 1}  train loss {train_loss / len(train_loader):.4f}  val loss {val_loss / len(val_loader):.4f}")

# generation on the test set
model.eval()
predictions = []
test = raw["test"]
for i in range(0, len(test), 32):
    inputs = tokenizer(test[i : i + 32]["date"], padding=True, truncation=True, return_tensors="pt").to(device)
    with torch.no_grad():
        out = model.generate(**inputs, max_new_tokens=10, num_beams=1, do_sample=False)
    predictions += tokenizer.batch_decode(out, skip_special_tokens=True)

exact = sum(p.strip() == c for p, c in zip(predictions, test["code"])) / len(test)
for i in range(5):
    print(f"{test[i]['date']!r} -> {predictions[i]!r}  (expected {test[i]['code']!r})")
print(f"test exact match {exact:.4f}")
