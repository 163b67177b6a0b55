import json
import os
import shutil

import torch
from torch.utils.data import DataLoader, Dataset
from tqdm import tqdm
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, pipeline

OUT_DIR = "out/re08/model"
BASE = "checkpoints/dates"


class DatesDataset(Dataset):
    def __init__(self, path):
        with open(path) as f:
            self.rows = [json.loads(line) for line in f]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]["date"], self.rows[i]["code"]


class Collate:
    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, pairs):
        src, tgt = zip(*pairs)
        batch = self.tokenizer(list(src), padding=True, return_tensors="pt")
        labels = self.tokenizer(list(tgt), padding=True, return_tensors="pt").input_ids
        labels[labels == self.tokenizer.pad_token_id] = -100
        batch["labels"] = labels
        return batch


def train(epochs=15, lr=2e-3):
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    model = AutoModelForSeq2SeqLM.from_pretrained(BASE)
    loader = DataLoader(DatesDataset("data/dates/train.jsonl"), batch_size=16, shuffle=True,
                        collate_fn=Collate(tokenizer))
    opt = torch.optim.AdamW(model.parameters(), lr=lr)
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=lr, total_steps=epochs * len(loader))
    model.train()
    for epoch in range(epochs):
        total = 0
        for batch in tqdm(loader, disable=True):
            opt.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            opt.step()
            sched.step()
            total += loss.item()
        print(f"Epoch {epoch + 1}/{epochs} loss={total / len(loader):.4f}")

    shutil.rmtree(OUT_DIR, ignore_errors=True)
    os.makedirs(OUT_DIR)
    model.save_pretrained(OUT_DIR)
    print("saved to", OUT_DIR, os.listdir(OUT_DIR))


def test():
    pipe = pipeline("text2text-generation", model=OUT_DIR, device=-1)
    rows = DatesDataset("data/dates/test.jsonl").rows
    answers = pipe([r["date"] for r in rows], max_new_tokens=8, batch_size=32)
    hits = 0
    for row, a in zip(rows, answers):
        hits += a["generated_text"].strip() == row["code"]
    for row, a in list(zip(rows, answers))[:5]:
        print(row["date"], "|", a["generated_text"], "|", row["code"])
    print(f"Accuracy {hits / len(rows):.3f}")


if __name__ == "__main__":
    train()
    test()
