import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer
from sklearn.metrics import accuracy_score, confusion_matrix

torch.manual_seed(0)
device = "cuda" if torch.cuda.is_available() else "cpu"
path = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(path)


def load(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df = df[["text", "desk"]].dropna().reset_index(drop=True)
    df["label"], names = pd.factorize(df["desk"])
    return df, list(names)


train_df, names = load("train")
val_df, _ = load("validation")
test_df, _ = load("test")
print(len(train_df), len(val_df), len(test_df), "desks:", names)


class DeskClassifier(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(path)
        self.drop = nn.Dropout(0.1)
        self.fc = nn.Linear(self.encoder.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.fc(self.drop(h[:, 0]))


def collate(batch):
    texts, labels = zip(*batch)
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(labels)


def make_loader(df, shuffle=False):
    pairs = list(zip(df["text"], df["label"].tolist()))
    return DataLoader(pairs, batch_size=16, shuffle=shuffle, collate_fn=collate)


def predict(model, loader):
    model.eval()
    ys, ps = [], []
    with torch.no_grad():
        for ids, mask, y in loader:
            ps += model(ids.to(device), mask.to(device)).argmax(1).cpu().tolist()
            ys += y.tolist()
    return ys, ps


train_loader = make_loader(train_df, True)
val_loader, test_loader = make_loader(val_df), make_loader(test_df)
model = DeskClassifier(len(names)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loss_fn = nn.CrossEntropyLoss()

for epoch in range(15):
    model.train()
    losses, hit = [], 0
    for ids, mask, y in train_loader:
        optimizer.zero_grad()
        logits = model(ids.to(device), mask.to(device))
        loss = loss_fn(logits, y.to(device))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        hit += (logits.argmax(1).cpu() == y).sum().item()
    print(f"epoch {epoch} loss {sum(losses)/len(losses):.4f} train acc {hit/len(train_df):.3f} "
          f"val acc {accuracy_score(*predict(model, val_loader)):.3f}")

ys, ps = predict(model, test_loader)
print(confusion_matrix(ys, ps))
print("test accuracy:", accuracy_score(ys, ps))
