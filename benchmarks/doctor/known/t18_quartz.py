# Multi-label tagging of tickets (BCE), one column per tag
import numpy as np
import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset
from transformers import DistilBertModel, PreTrainedTokenizerFast

device = "cpu"
torch.manual_seed(0)
torch.set_num_threads(1)

MAX_LEN = 24
TRAIN_BATCH_SIZE = 16
VALID_BATCH_SIZE = 32
EPOCHS = 8
LEARNING_RATE = 1e-3

TAGS = ["north", "east", "south", "west", "urgent", "late"]


def add_tags(df):
    for desk in TAGS[:4]:
        df[desk] = (df.desk == desk).astype(float)
    df["urgent"] = df.text.str.contains("urgent").astype(float)
    df["late"] = df.text.str.contains("never left").astype(float)
    return df


class CustomDataset(Dataset):
    def __init__(self, dataframe, tokenizer, max_len):
        self.tokenizer = tokenizer
        self.text = dataframe.text.tolist()
        self.targets = dataframe[TAGS].values
        self.max_len = max_len

    def __len__(self):
        return len(self.text)

    def __getitem__(self, index):
        inputs = self.tokenizer(self.text[index], max_length=self.max_len, padding="max_length", truncation=True)
        return {
            "ids": torch.tensor(inputs["input_ids"], dtype=torch.long),
            "mask": torch.tensor(inputs["attention_mask"], dtype=torch.long),
            "targets": torch.tensor(self.targets[index], dtype=torch.float),
        }


class BERTClass(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = DistilBertModel.from_pretrained("checkpoints/tickets")
        self.l2 = nn.Dropout(0.1)
        self.l3 = nn.Linear(self.l1.config.dim, len(TAGS))

    def forward(self, ids, mask):
        x = self.l1(ids, attention_mask=mask).last_hidden_state[:, 0]
        x = self.l3(self.l2(x))
        return torch.sigmoid(x)


tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/tickets")
train_df = add_tags(pd.read_json("data/tickets/train.jsonl", lines=True))
valid_df = add_tags(pd.read_json("data/tickets/validation.jsonl", lines=True))
training_loader = DataLoader(CustomDataset(train_df, tokenizer, MAX_LEN), batch_size=TRAIN_BATCH_SIZE, shuffle=True)
validation_loader = DataLoader(CustomDataset(valid_df, tokenizer, MAX_LEN), batch_size=VALID_BATCH_SIZE)

model = BERTClass().to(device)
criterion = nn.BCEWithLogitsLoss()
optimizer = torch.optim.Adam(params=model.parameters(), lr=LEARNING_RATE)


def validation():
    model.eval()
    fin_targets, fin_outputs = [], []
    with torch.no_grad():
        for data in validation_loader:
            outputs = model(data["ids"].to(device), data["mask"].to(device))
            fin_targets.extend(data["targets"].numpy().tolist())
            fin_outputs.extend(torch.sigmoid(outputs).cpu().numpy().tolist())
    return np.array(fin_outputs) >= 0.5, np.array(fin_targets) == 1


for epoch in range(EPOCHS):
    model.train()
    losses = []
    for data in training_loader:
        outputs = model(data["ids"].to(device), data["mask"].to(device))
        loss = criterion(outputs, data["targets"].to(device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    outputs, targets = validation()
    f1_micro = 2 * (outputs & targets).sum() / (outputs.sum() + targets.sum())
    exact = (outputs == targets).all(axis=1).mean()
    print(f"Epoch {epoch}: loss {np.mean(losses):.4f}  F1 (micro) {f1_micro:.3f}  all tags right {exact:.3f}")
