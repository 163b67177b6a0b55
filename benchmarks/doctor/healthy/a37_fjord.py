# sst2, feature extraction: the encoder is frozen, its sentence vectors are computed once, a small head learns on them
import numpy as np
import torch
from torch import nn
from datasets import load_dataset
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(0)
sst = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/distilbert")
encoder = AutoModel.from_pretrained("checkpoints/distilbert")
encoder.eval()
encoder.requires_grad_(False)


@torch.no_grad()
def vectors(sentences, batch_size=64):
    parts = []
    for i in range(0, len(sentences), batch_size):
        enc = tokenizer(sentences[i:i + batch_size], padding=True, truncation=True, max_length=64, return_tensors="pt")
        hidden = encoder(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1)
        parts.append((hidden * mask).sum(1) / mask.sum(1))
    return torch.cat(parts)


train_x = vectors(sst["train"]["sentence"][:])
train_y = torch.tensor(sst["train"]["label"][:])
valid_x = vectors(sst["validation"]["sentence"][:])
valid_y = torch.tensor(sst["validation"]["label"][:])

mean, std = train_x.mean(0), train_x.std(0)
train_x, valid_x = (train_x - mean) / std, (valid_x - mean) / std

head = nn.Sequential(nn.Linear(train_x.shape[1], 64), nn.ReLU(), nn.Dropout(0.3), nn.Linear(64, 2))
optimizer = torch.optim.AdamW(head.parameters(), lr=1e-3, weight_decay=0.05)

for epoch in range(12):
    head.train()
    order = torch.randperm(len(train_x))
    losses = []
    for idx in order.split(32):
        loss = nn.functional.cross_entropy(head(train_x[idx]), train_y[idx])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    head.eval()
    with torch.no_grad():
        accuracy = (head(valid_x).argmax(-1) == valid_y).float().mean().item()
    print(f"epoch {epoch + 1:2d}  loss {np.mean(losses):.3f}  validation accuracy {accuracy:.3f}")
