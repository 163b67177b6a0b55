# Guest reviews with a plain PyTorch loop; the table of test predictions goes to the product team.
import os

import pandas as pd
import torch
from sklearn.model_selection import train_test_split
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

SEED, EPOCHS, BATCH, LR = 29, 3, 32, 2e-4
CKPT = "checkpoints/bert"
os.makedirs("out/da14", exist_ok=True)
torch.manual_seed(SEED)
device = "cuda" if torch.cuda.is_available() else "cpu"

reviews = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet").reset_index(drop=True)
train_df, dev_df = train_test_split(reviews, test_size=0.15, stratify=reviews.label, random_state=SEED)

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2).to(device)


def collate(rows):
    sentences, labels = zip(*rows)
    batch = tokenizer(list(sentences), padding=True, truncation=True, max_length=64, return_tensors="pt")
    batch["labels"] = torch.tensor(labels)
    return batch


def make_loader(df):
    rows = list(zip(df.sentence.tolist(), df.label.tolist()))
    return DataLoader(rows, batch_size=BATCH, shuffle=True, collate_fn=collate)


train_loader, dev_loader, test_loader = make_loader(train_df), make_loader(dev_df), make_loader(test_df)

optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
total_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, int(0.1 * total_steps), total_steps)


@torch.no_grad()
def dev_accuracy():
    model.eval()
    right = n = 0
    for batch in dev_loader:
        batch = batch.to(device)
        pred = model(**batch).logits.argmax(-1)
        right += (pred == batch["labels"]).sum().item()
        n += len(pred)
    return right / n


for epoch in range(EPOCHS):
    model.train()
    loss_sum = 0.0
    for batch in train_loader:
        batch = batch.to(device)
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        loss_sum += loss.item()
    print(f"epoch {epoch + 1}: loss {loss_sum / len(train_loader):.4f}, dev accuracy {dev_accuracy():.3f}")

model.eval()
preds = []
with torch.no_grad():
    for batch in test_loader:
        batch = batch.to(device)
        preds.extend(model(**batch).logits.argmax(-1).tolist())

test_df["predicted"] = preds
print("test accuracy:", (test_df.predicted == test_df.label).mean())
print(pd.crosstab(test_df.label, test_df.predicted))
test_df.to_csv("out/da14/test_predictions.csv", index=False)
