# %% [markdown]
# TextCNN for the support tickets

# %%
from collections import Counter

import pandas as pd
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import Dataset, DataLoader

torch.manual_seed(0)

# %%
train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)
train_df["desk"].value_counts()

# %%
counter = Counter(w for text in train_df["text"] for w in text.lower().split())
# 0 = padding, 1 = unknown
word2idx = {w: i + 2 for i, (w, _) in enumerate(counter.most_common())}
vocab_size = len(word2idx)
print("vocab size:", vocab_size)


def encode(text, max_len=40):
    ids = [word2idx.get(w, 1) for w in text.lower().split()][:max_len]
    return ids + [0] * (max_len - len(ids))


# %%
class TextDataset(Dataset):
    def __init__(self, df):
        self.x = torch.tensor([encode(t) for t in df["text"]], dtype=torch.long)
        self.y = torch.tensor(df["desk_id"].tolist(), dtype=torch.long)

    def __len__(self):
        return len(self.y)

    def __getitem__(self, idx):
        return self.x[idx], self.y[idx]


train_loader = DataLoader(TextDataset(train_df), batch_size=32, shuffle=True)
test_loader = DataLoader(TextDataset(test_df), batch_size=64)


# %%
class TextCNN(nn.Module):
    def __init__(self, vocab_size, embed_dim=50, n_filters=32, kernel_sizes=(2, 3, 4), n_classes=4):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, embed_dim, padding_idx=0)
        self.convs = nn.ModuleList([nn.Conv1d(embed_dim, n_filters, k) for k in kernel_sizes])
        self.dropout = nn.Dropout(0.3)
        self.fc = nn.Linear(n_filters * len(kernel_sizes), n_classes)

    def forward(self, x):
        x = self.embedding(x).permute(0, 2, 1)
        x = [F.relu(conv(x)).max(dim=2).values for conv in self.convs]
        return self.fc(self.dropout(torch.cat(x, dim=1)))


model = TextCNN(vocab_size)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)

# %%
for epoch in range(8):
    model.train()
    epoch_loss = 0
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(xb), yb)
        loss.backward()
        optimizer.step()
        epoch_loss += loss.item()
    print(f"Epoch {epoch + 1}: loss {epoch_loss / len(train_loader):.4f}")

# %%
model.eval()
correct = 0
with torch.no_grad():
    for xb, yb in test_loader:
        correct += (model(xb).argmax(1) == yb).sum().item()
print("Test accuracy:", correct / len(test_df))
