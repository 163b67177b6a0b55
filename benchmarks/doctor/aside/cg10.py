# Natural language inference (premise / hypothesis) with a hand-written PyTorch loop
import os

os.environ["HF_HUB_OFFLINE"] = "1"
import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

torch.manual_seed(5)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
CKPT = "checkpoints/bert"
EPOCHS = 2
BATCH = 32

files = {
    "train": "data/glue/mnli/train-00000-of-00001.parquet",
    "validation": "data/glue/mnli/validation_matched-00000-of-00001.parquet",
}
ds = load_dataset("parquet", data_files=files)
tok = AutoTokenizer.from_pretrained(CKPT)


def encode(ex):
    return tok(ex["premise"], ex["hypothesis"], truncation=True, max_length=96)


ds = ds.map(encode, batched=True, remove_columns=["premise", "hypothesis", "idx"])
ds = ds.rename_column("label", "labels")

collate = DataCollatorWithPadding(tok)
train_loader = DataLoader(ds["train"], batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(ds["validation"], batch_size=96, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(CKPT)
model.to(device)

optimizer = AdamW(model.parameters(), lr=3e-4, weight_decay=0.01)
total_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(
    optimizer, num_warmup_steps=total_steps // 10, num_training_steps=total_steps
)


def validate():
    model.eval()
    hits = 0
    with torch.no_grad():
        for batch in val_loader:
            batch = {k: v.to(device) for k, v in batch.items()}
            logits = model(**batch).logits
            hits += (logits.argmax(-1) == batch["labels"]).sum().item()
    return hits / len(ds["validation"])


for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for step, batch in enumerate(train_loader, start=1):
        batch = {k: v.to(device) for k, v in batch.items()}
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        running += loss.item()
        if step % 50 == 0:
            print(f"epoch {epoch} step {step}/{len(train_loader)} loss {running / 50:.4f}")
            running = 0.0
    print(f"epoch {epoch}: validation accuracy {validate():.3f}")

model.save_pretrained("out/cg10")
tok.save_pretrained("out/cg10")
