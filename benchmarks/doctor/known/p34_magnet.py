# Fine-tune with a frozen lower part and my own loss
import torch
import torch.nn as nn
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from torch.utils.data import DataLoader, RandomSampler, SequentialSampler, TensorDataset
import pandas as pd
import numpy as np
import time

torch.manual_seed(1)
device = torch.device("cpu")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def make_dataset(path):
    df = pd.read_json(path, lines=True)
    tokens = tokenizer.batch_encode_plus(df["text"].tolist(), max_length=32, padding="max_length", truncation=True)
    return TensorDataset(torch.tensor(tokens["input_ids"]), torch.tensor(tokens["attention_mask"]),
                         torch.tensor(df["desk_id"].tolist()))

train_data = make_dataset("data/tickets/train.jsonl")
val_data = make_dataset("data/tickets/validation.jsonl")
train_dataloader = DataLoader(train_data, sampler=RandomSampler(train_data), batch_size=16)
val_dataloader = DataLoader(val_data, sampler=SequentialSampler(val_data), batch_size=16)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
for param in model.distilbert.embeddings.parameters():
    param.requires_grad = False
model = model.to(device)
optimizer = torch.optim.AdamW(filter(lambda p: p.requires_grad, model.parameters()), lr=1e-3)

criterion = nn.NLLLoss()

def train():
    model.train()
    total_loss = 0
    for step, batch in enumerate(train_dataloader):
        sent_id, mask, labels = [t.to(device) for t in batch]
        model.zero_grad()
        preds = model(sent_id, attention_mask=mask).logits
        loss = criterion(preds, labels)
        total_loss += loss.item()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    return total_loss / len(train_dataloader)

def evaluate():
    model.eval()
    total_preds, total_labels = [], []
    for batch in val_dataloader:
        sent_id, mask, labels = [t.to(device) for t in batch]
        with torch.no_grad():
            preds = model(sent_id, attention_mask=mask).logits
        total_preds.append(preds.detach().cpu().numpy())
        total_labels.append(labels.cpu().numpy())
    return np.concatenate(total_preds, axis=0), np.concatenate(total_labels)

for epoch in range(6):
    t0 = time.time()
    train_loss = train()
    preds, gold = evaluate()
    print("Epoch %d / 6 | Training Loss: %.3f | Validation accuracy: %.3f | %.1f s"
          % (epoch + 1, train_loss, (preds.argmax(1) == gold).mean(), time.time() - t0))
