"""
Sentiment of reviews (SST-2).  train() writes runs/k09.pt, predict() loads it again.
The training code also runs on several GPUs.
"""
import os

import torch
import pandas as pd
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertConfig, BertModel, BertTokenizerFast

CKPT = "checkpoints/bert"
WEIGHTS = "runs/k09.pt"
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
tokenizer = BertTokenizerFast.from_pretrained(CKPT)


class SentimentClassifier(nn.Module):
    def __init__(self, bert, n_classes=2):
        super().__init__()
        self.bert = bert
        self.drop = nn.Dropout(0.1)
        self.out = nn.Linear(bert.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.out(self.drop(hidden[:, 0]))


def loader(split, batch_size, shuffle=False):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    enc = tokenizer(df["sentence"].tolist(), padding="longest", truncation=True,
                    max_length=40, return_tensors="pt")
    ds = TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df["label"].values))
    return DataLoader(ds, batch_size=batch_size, shuffle=shuffle)


@torch.no_grad()
def accuracy(model, dl):
    model.eval()
    hits = n = 0
    for ids, mask, y in dl:
        pred = model(ids.to(device), mask.to(device)).argmax(1).cpu()
        hits += int((pred == y).sum())
        n += len(y)
    return hits / n


def train(epochs=1, lr=5e-4):
    torch.manual_seed(0)
    model = nn.DataParallel(SentimentClassifier(BertModel.from_pretrained(CKPT))).to(device)
    train_dl, val_dl = loader("train", 32, shuffle=True), loader("validation", 100)
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    loss_fn = nn.CrossEntropyLoss()
    for ep in range(epochs):
        model.train()
        for ids, mask, y in train_dl:
            opt.zero_grad()
            loss = loss_fn(model(ids.to(device), mask.to(device)), y.to(device))
            loss.backward()
            opt.step()
        print(f"epoch {ep}: val acc {accuracy(model, val_dl):.3f}")
    torch.save(model.state_dict(), WEIGHTS)


def predict():
    torch.manual_seed(1)
    config = BertConfig.from_pretrained(CKPT)
    model = SentimentClassifier(BertModel(config, add_pooling_layer=False))
    # no pooler here: its two keys in the file are not needed
    model.load_state_dict(torch.load(WEIGHTS, map_location="cpu"), strict=False)
    model.to(device)
    print(f"after loading {WEIGHTS}: val acc {accuracy(model, loader('validation', 100)):.3f}")


if __name__ == "__main__":
    os.makedirs(os.path.dirname(WEIGHTS), exist_ok=True)
    train()
    predict()
