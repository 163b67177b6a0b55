import os
import time

os.environ["HF_HUB_OFFLINE"] = "1"
import pandas as pd
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import DistilBertForSequenceClassification, DistilBertTokenizerFast

# -------------------------- config ------------------------------------
MODEL_DIR = "checkpoints/distilbert"
TRAIN_FILE = "data/glue/sst2/train-00000-of-00001.parquet"
VALID_FILE = "data/glue/sst2/validation-00000-of-00001.parquet"
OUT_DIR = "out/cg13"
BATCH_SIZE = 32
N_EPOCHS = 2
LR = 2e-4
torch.manual_seed(2024)
torch.set_num_threads(2)


# -------------------------- data --------------------------------------
class ReviewDataset(Dataset):
    def __init__(self, path, tokenizer):
        frame = pd.read_parquet(path)
        self.enc = tokenizer(
            frame["sentence"].tolist(),
            padding=True,
            truncation=True,
            max_length=64,
            return_tensors="pt",
        )
        self.labels = torch.tensor(frame["label"].tolist())

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return {
            "input_ids": self.enc["input_ids"][i],
            "attention_mask": self.enc["attention_mask"][i],
            "labels": self.labels[i],
        }


tokenizer = DistilBertTokenizerFast.from_pretrained(MODEL_DIR)
train_set = ReviewDataset(TRAIN_FILE, tokenizer)
valid_set = ReviewDataset(VALID_FILE, tokenizer)
train_loader = DataLoader(train_set, batch_size=BATCH_SIZE, shuffle=True)
valid_loader = DataLoader(valid_set, batch_size=64)

# -------------------------- model -------------------------------------
model = DistilBertForSequenceClassification.from_pretrained(MODEL_DIR, num_labels=2)
optim = torch.optim.AdamW(model.parameters(), lr=LR)

# -------------------------- training ----------------------------------
for epoch in range(N_EPOCHS):
    t0 = time.time()
    model.train()
    total_loss = 0.0
    for batch in train_loader:
        optim.zero_grad()
        outputs = model(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
        )
        loss = outputs.loss
        loss.backward()
        optim.step()
        total_loss += loss.item()

    model.eval()
    correct = 0
    with torch.no_grad():
        for batch in valid_loader:
            logits = model(
                input_ids=batch["input_ids"],
                attention_mask=batch["attention_mask"],
            ).logits
            correct += (logits.argmax(dim=1) == batch["labels"]).sum().item()
    print(
        f"epoch {epoch + 1}: train loss {total_loss / len(train_loader):.4f}, "
        f"valid accuracy {correct / len(valid_set):.4f}, {time.time() - t0:.1f}s"
    )

model.save_pretrained(OUT_DIR)
tokenizer.save_pretrained(OUT_DIR)
