"""Frozen BERT with a small head of our own, trained with Accelerate."""
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, set_seed

set_seed(21)
CKPT = "checkpoints/bert"
EPOCHS = 4

accelerator = Accelerator(cpu=True)
raw = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/sst2/train-00000-of-00001.parquet",
        "validation": "data/glue/sst2/validation-00000-of-00001.parquet",
    },
    cache_dir="out/dd14/cache",
)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
tokenized = raw.map(lambda b: tokenizer(b["sentence"], truncation=True), batched=True)
tokenized = tokenized.remove_columns(["sentence", "idx"]).rename_column("label", "labels")
tokenized.set_format("torch")

collator = DataCollatorWithPadding(tokenizer)
train_loader = DataLoader(tokenized["train"], batch_size=32, shuffle=True, collate_fn=collator)
valid_loader = DataLoader(tokenized["validation"], batch_size=64, collate_fn=collator)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)

# only the head learns
for p in model.bert.parameters():
    p.requires_grad = False
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=2e-3)

hidden = model.config.hidden_size
model.classifier = nn.Sequential(
    nn.Linear(hidden, hidden),
    nn.GELU(),
    nn.Dropout(0.1),
    nn.Linear(hidden, model.config.num_labels),
)

model, optimizer, train_loader, valid_loader = accelerator.prepare(model, optimizer, train_loader, valid_loader)

for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in train_loader:
        optimizer.zero_grad()
        outputs = model(**batch)
        accelerator.backward(outputs.loss)
        optimizer.step()
        losses.append(outputs.loss.item())

    model.eval()
    hits = []
    with torch.no_grad():
        for batch in valid_loader:
            guess = model(**batch).logits.argmax(dim=-1)
            guess, gold = accelerator.gather_for_metrics((guess, batch["labels"]))
            hits.append(guess == gold)
    acc = torch.cat(hits).float().mean().item()
    accelerator.print(f"epoch {epoch + 1}/{EPOCHS}  loss {sum(losses) / len(losses):.4f}  val acc {acc:.3f}")

accelerator.unwrap_model(model).bert.save_pretrained("out/dd14/body")
torch.save(accelerator.unwrap_model(model).classifier.state_dict(), "out/dd14/head.pt")
