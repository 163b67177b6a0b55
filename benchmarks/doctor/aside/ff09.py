# notebook "02 paraphrases", exported
# %% imports
import pandas as pd
import torch
from datasets import Dataset, DatasetDict
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

torch.manual_seed(0)
torch.set_num_threads(2)
checkpoint = "checkpoints/bert"

# %% the data: mrpc
frames = {
    split: pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    for split in ("train", "validation")
}
raw = DatasetDict({k: Dataset.from_pandas(v, preserve_index=False) for k, v in frames.items()})
print(raw)

# %% tokenize
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize(batch):
    return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, padding=True)


tokenized = raw.map(tokenize, batched=True, batch_size=50)
tokenized = tokenized.remove_columns(["sentence1", "sentence2", "idx"])
tokenized = tokenized.rename_column("label", "labels")
tokenized.set_format("torch")
print(tokenized["train"].column_names)

# %% loaders
train_loader = DataLoader(tokenized["train"], batch_size=32, shuffle=True)
val_loader = DataLoader(tokenized["validation"], batch_size=50)

# %% model and optimizer
model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-4)
epochs = 3
lr_scheduler = get_scheduler(
    "linear",
    optimizer=optimizer,
    num_warmup_steps=0.1 * epochs * len(train_loader),
    num_training_steps=epochs * len(train_loader),
)

# %% train
for epoch in range(epochs):
    model.train()
    losses = []
    for batch in train_loader:
        outputs = model(**batch)
        outputs.loss.backward()
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        losses.append(outputs.loss.item())

    model.eval()
    tp = fp = fn = hit = n = 0
    for batch in val_loader:
        with torch.no_grad():
            pred = model(**batch).logits.argmax(dim=-1)
        ref = batch["labels"]
        tp += ((pred == 1) & (ref == 1)).sum().item()
        fp += ((pred == 1) & (ref == 0)).sum().item()
        fn += ((pred == 0) & (ref == 1)).sum().item()
        hit += (pred == ref).sum().item()
        n += len(ref)
    f1 = 2 * tp / max(1, 2 * tp + fp + fn)
    print(f"epoch {epoch}: train loss {sum(losses) / len(losses):.3f}  accuracy {hit / n:.3f}  F1 {f1:.3f}")

# %% keep it
model.save_pretrained("out/ff09")
tokenizer.save_pretrained("out/ff09")
