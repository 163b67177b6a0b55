# k-fold, kaggle style: own Dataset class, own collator, ensemble of the folds
import random
import numpy as np
import pandas as pd
import torch
from torch.utils.data import Dataset, DataLoader
from transformers import AutoTokenizer, AutoModelForSequenceClassification

class CFG:
    model = "checkpoints/tickets"
    folds = 3
    epochs = 4
    lr = 1e-3
    bs = 16
    max_len = 32
    seed = 2023

def seed_everything(seed):
    random.seed(seed); np.random.seed(seed); torch.manual_seed(seed)

class TicketDataset(Dataset):
    def __init__(self, df, tokenizer):
        self.texts = df["text"].tolist()
        self.y = df["desk_id"].tolist()
        self.tokenizer = tokenizer
    def __len__(self):
        return len(self.texts)
    def __getitem__(self, i):
        ids = self.tokenizer(self.texts[i], truncation=True, max_length=CFG.max_len)["input_ids"]
        return torch.tensor(ids), self.y[i]

class Collate:
    def __init__(self, pad):
        self.pad = pad
    def __call__(self, items):
        ids, y = zip(*items)
        ids = torch.nn.utils.rnn.pad_sequence(ids, batch_first=True, padding_value=self.pad)
        return {"input_ids": ids, "attention_mask": (ids != self.pad).long()}, torch.tensor(y)

seed_everything(CFG.seed)
df = pd.concat([pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ("train", "validation")], ignore_index=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)
df = df.drop_duplicates("text").reset_index(drop=True)
df = df[~df["text"].isin(test["text"])].sample(frac=1, random_state=CFG.seed).reset_index(drop=True)
df["fold"] = df.groupby("desk_id").cumcount() % CFG.folds   # stratified
tokenizer = AutoTokenizer.from_pretrained(CFG.model)
collate = Collate(tokenizer.pad_token_id)

def predict(model, frame):
    model.eval()
    out = []
    with torch.no_grad():
        for x, _ in DataLoader(TicketDataset(frame, tokenizer), batch_size=64, shuffle=False, collate_fn=collate):
            out.append(model(**x).logits.softmax(-1))
    return torch.cat(out).numpy()

oof, test_prob = np.zeros((len(df), 4)), np.zeros((len(test), 4))
for fold in range(CFG.folds):
    trn, val = df[df.fold != fold], df[df.fold == fold]
    model = AutoModelForSequenceClassification.from_pretrained(CFG.model, num_labels=4)
    opt = torch.optim.AdamW(model.parameters(), lr=CFG.lr)
    loader = DataLoader(TicketDataset(trn, tokenizer), batch_size=CFG.bs, shuffle=True, drop_last=True, collate_fn=collate)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=CFG.lr, total_steps=CFG.epochs * len(loader))
    for _ in range(CFG.epochs):
        model.train()
        for x, y in loader:
            opt.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(**x).logits, y)
            loss.backward()
            opt.step()
            sched.step()
    oof[val.index] = predict(model, val)
    test_prob += predict(model, test) / CFG.folds
    print(f"fold {fold}: {(oof[val.index].argmax(1) == val.desk_id).mean():.4f}")

print(f"CV {(oof.argmax(1) == df.desk_id).mean():.4f}  test {(test_prob.argmax(1) == test.desk_id).mean():.4f}")
