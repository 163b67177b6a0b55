# coding: utf-8
# In[1]:
import os
import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import TensorDataset, DataLoader
from transformers import AutoModel, AutoTokenizer

torch.manual_seed(7)
SAVE_DIR = "out/be05"
os.makedirs(SAVE_DIR, exist_ok=True)

# In[2]:
train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)
train_df.desk.value_counts()

# In[3]:
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def to_dataset(df):
    enc = tokenizer(df.text.tolist(), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df.desk_id.tolist()))


train_dl = DataLoader(to_dataset(train_df), batch_size=16, shuffle=True)
test_dl = DataLoader(to_dataset(test_df), batch_size=32)

# In[4]:


class TicketRouter(nn.Module):
    def __init__(self, name, n_desks=4):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        dim = self.encoder.config.dim
        self.head = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Dropout(0.1), nn.Linear(dim, n_desks))

    def forward(self, ids, mask):
        hidden = self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state
        m = mask.unsqueeze(-1).float()
        mean = (hidden * m).sum(1) / m.sum(1)
        return self.head(mean)


def accuracy(net):
    net.eval()
    n = 0
    with torch.no_grad():
        for ids, mask, y in test_dl:
            n += (net(ids, mask).argmax(1) == y).sum().item()
    return n / len(test_df)


# In[5]:
model = TicketRouter("checkpoints/tickets")
opt = torch.optim.AdamW(model.parameters(), lr=1e-3)
loss_fn = nn.CrossEntropyLoss()
best = 0
for epoch in range(6):
    model.train()
    for ids, mask, y in train_dl:
        opt.zero_grad()
        loss = loss_fn(model(ids, mask), y)
        loss.backward()
        opt.step()
    acc = accuracy(model)
    print(epoch, "loss", round(loss.item(), 4), "acc", acc)
    if acc > best:
        best = acc
        torch.save(model, os.path.join(SAVE_DIR, "best_model.pt"))

# In[6]:
best_model = torch.load(os.path.join(SAVE_DIR, "best_model.pt"), weights_only=False)
print("best model:", accuracy(best_model))

# In[7]:
enc = tokenizer(["hello . my kettle does not start . please help"], return_tensors="pt")
with torch.no_grad():
    print(best_model(enc["input_ids"], enc["attention_mask"]).softmax(-1))
