# Sentiment with a tiny BERT: datasets for the tokenization, own loop for the training
import torch
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

MAX_LEN = 40
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2)

# -- data ------------------------------------------------------------------
raw = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/sst2/train-00000-of-00001.parquet",
        "validation": "data/glue/sst2/validation-00000-of-00001.parquet",
    },
    cache_dir="out/cc13/cache",
)
known = set(raw["train"]["sentence"])
raw["validation"] = raw["validation"].filter(lambda row: row["sentence"] not in known)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def tokenize(rows):
    return tokenizer(rows["sentence"], padding="max_length", truncation=True, max_length=MAX_LEN)


encoded = raw.map(tokenize, batched=True)
encoded = encoded.remove_columns(["sentence", "idx"])
encoded = encoded.rename_column("label", "labels")

train_loader = DataLoader(encoded["train"], batch_size=32, shuffle=True)
val_loader = DataLoader(encoded["validation"], batch_size=64)

# -- model -----------------------------------------------------------------
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-4)

# -- loop ------------------------------------------------------------------
for epoch in range(2):
    model.train()
    running_loss = 0.0
    for batch in train_loader:
        batch = {name: value.to(device) for name, value in batch.items()}
        optimizer.zero_grad()
        outputs = model(**batch)
        outputs.loss.backward()
        optimizer.step()
        running_loss += outputs.loss.item()
    print(f"epoch {epoch + 1}: train loss {running_loss / len(train_loader):.4f}")

    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in val_loader:
            batch = {name: value.to(device) for name, value in batch.items()}
            predictions = model(**batch).logits.argmax(dim=-1)
            correct += (predictions == batch["labels"]).sum().item()
            total += len(predictions)
    print(f"          val accuracy {correct / total:.3f}")
