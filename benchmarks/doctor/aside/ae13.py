# %% [markdown]
# # Ticket router: which desks get mixed up?

# %%
import pandas as pd
import torch
from sklearn.metrics import accuracy_score, classification_report, confusion_matrix
from torch.optim import AdamW
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(99)

# %%
train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)
train_df.groupby("desk").size()

# %%
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
names = test_df.drop_duplicates("desk_id").sort_values("desk_id")["desk"].tolist()


def make_loader(df, batch_size, shuffle):
    enc = tokenizer(df["text"].tolist(), padding=True, truncation=True, max_length=32, return_tensors="pt")
    data = TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df["desk_id"].values))
    return DataLoader(data, batch_size=batch_size, shuffle=shuffle)


train_loader = make_loader(train_df, 16, shuffle=True)
test_loader = make_loader(test_df, 32, shuffle=True)

# %%
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=len(names))
optimizer = AdamW(model.parameters(), lr=1e-3)
history = []
for epoch in range(6):
    model.train()
    for input_ids, attention_mask, labels in train_loader:
        model.zero_grad()
        out = model(input_ids=input_ids, attention_mask=attention_mask, labels=labels)
        out.loss.backward()
        optimizer.step()
        history.append(out.loss.item())
    print("epoch", epoch, "loss", sum(history[-len(train_loader):]) / len(train_loader))

# %%
model.eval()
predictions = []
test_loss = 0
with torch.no_grad():
    for input_ids, attention_mask, labels in test_loader:
        out = model(input_ids=input_ids, attention_mask=attention_mask, labels=labels)
        test_loss += out.loss.item()
        predictions.extend(out.logits.argmax(dim=-1).tolist())
print("test loss", test_loss / len(test_loader))

# %%
y_true = test_df["desk_id"].tolist()
print("accuracy", accuracy_score(y_true, predictions))
print(classification_report(y_true, predictions, target_names=names))
print(pd.DataFrame(confusion_matrix(y_true, predictions), index=names, columns=names))
