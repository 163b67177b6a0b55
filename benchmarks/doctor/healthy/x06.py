# %% [markdown]
# Sentiment with BERT and a head of my own

# %%
import pandas as pd
import torch
import torch.nn as nn
from sklearn.metrics import accuracy_score, confusion_matrix
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(2024)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

# %% data
train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
val_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
print(train_df["label"].value_counts())

# balanced subset, enough for a first try
train_df = train_df.groupby("label").sample(n=800, random_state=1).reset_index(drop=True)
print("train", len(train_df), "val", len(val_df))

# %% tokenize
tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def to_tensors(df):
    enc = tokenizer(
        df["sentence"].tolist(), padding="max_length", truncation=True, max_length=48, return_tensors="pt"
    )
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df["label"].values))


train_loader = DataLoader(to_tensors(train_df), batch_size=32, shuffle=True)
val_loader = DataLoader(to_tensors(val_df), batch_size=64)


# %% model
class SentimentModel(nn.Module):
    def __init__(self, name, n_classes=2, dropout=0.1):
        super().__init__()
        self.bert = AutoModel.from_pretrained(name)
        self.drop = nn.Dropout(dropout)
        self.fc = nn.Linear(self.bert.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        out = self.bert(input_ids=input_ids, attention_mask=attention_mask)
        return self.fc(self.drop(out.last_hidden_state[:, 0]))


model = SentimentModel("checkpoints/bert").to(device)
criterion = nn.CrossEntropyLoss()
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)

# %% train
for epoch in range(3):
    model.train()
    total = 0.0
    for input_ids, attention_mask, labels in train_loader:
        input_ids, attention_mask, labels = input_ids.to(device), attention_mask.to(device), labels.to(device)
        optimizer.zero_grad()
        loss = criterion(model(input_ids, attention_mask), labels)
        loss.backward()
        optimizer.step()
        total += loss.item()

    model.eval()
    y_true, y_pred = [], []
    with torch.no_grad():
        for input_ids, attention_mask, labels in val_loader:
            logits = model(input_ids.to(device), attention_mask.to(device))
            y_pred.extend(logits.argmax(1).cpu().tolist())
            y_true.extend(labels.tolist())
    print(f"epoch {epoch + 1} | loss {total / len(train_loader):.4f} | val accuracy {accuracy_score(y_true, y_pred):.4f}")

# %%
print(confusion_matrix(y_true, y_pred))
