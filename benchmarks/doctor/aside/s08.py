"""5-fold cross-validation of a BERT sentiment classifier on a hundred hand-labelled sentences."""
import time

import numpy as np
import pandas as pd
import torch
from sklearn.metrics import accuracy_score, f1_score
from sklearn.model_selection import StratifiedKFold
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, set_seed

SEED = 2024
N_SPLITS = 5
N_SENTENCES = 100
EPOCHS = 10
LR = 5e-4
BATCH_SIZE = 16
MODEL_NAME = "checkpoints/bert"

set_seed(SEED)
device = "cuda" if torch.cuda.is_available() else "cpu"

df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
df = df.sample(N_SENTENCES, random_state=SEED).reset_index(drop=True)
print(df["label"].value_counts().to_dict())

tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
encoded = tokenizer(df["sentence"].tolist(), padding=True, truncation=True, max_length=48,
                    return_tensors="pt")
labels = torch.tensor(df["label"].to_numpy())


def make_loader(indices, shuffle):
    indices = torch.as_tensor(indices)
    data = TensorDataset(encoded["input_ids"][indices],
                         encoded["attention_mask"][indices],
                         labels[indices])
    return DataLoader(data, batch_size=BATCH_SIZE, shuffle=shuffle)


def train_epoch(model, loader, optimizer):
    model.train()
    total = 0.0
    for input_ids, attention_mask, y in loader:
        optimizer.zero_grad()
        out = model(input_ids=input_ids.to(device),
                    attention_mask=attention_mask.to(device),
                    labels=y.to(device))
        out.loss.backward()
        optimizer.step()
        total += out.loss.item()
    return total / len(loader)


@torch.no_grad()
def predict(model, loader):
    model.eval()
    preds = []
    for input_ids, attention_mask, _ in loader:
        logits = model(input_ids=input_ids.to(device),
                       attention_mask=attention_mask.to(device)).logits
        preds.append(logits.argmax(dim=-1).cpu())
    return torch.cat(preds).numpy()


model = AutoModelForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=2).to(device)

skf = StratifiedKFold(n_splits=N_SPLITS, shuffle=True, random_state=SEED)
accs, f1s = [], []
for fold, (train_idx, val_idx) in enumerate(skf.split(np.zeros(len(df)), df["label"]), start=1):
    start = time.time()
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    train_loader = make_loader(train_idx, shuffle=True)
    val_loader = make_loader(val_idx, shuffle=False)

    for _ in range(EPOCHS):
        loss = train_epoch(model, train_loader, optimizer)

    y_true = df["label"].to_numpy()[val_idx]
    y_pred = predict(model, val_loader)
    accs.append(accuracy_score(y_true, y_pred))
    f1s.append(f1_score(y_true, y_pred))
    print(f"fold {fold}: loss {loss:.3f}  acc {accs[-1]:.3f}  f1 {f1s[-1]:.3f}"
          f"  ({time.time() - start:.0f}s)")

print(f"accuracy: {np.mean(accs):.3f} +/- {np.std(accs):.3f}")
print(f"f1:       {np.mean(f1s):.3f} +/- {np.std(f1s):.3f}")
