# token classification with accelerate
import json
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from sklearn.metrics import classification_report, f1_score
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification
from transformers import get_scheduler

set_seed(0)
ckpt = "checkpoints/tags"
epochs = 10
tokenizer = AutoTokenizer.from_pretrained(ckpt)
model = AutoModelForTokenClassification.from_pretrained(ckpt, num_labels=4)

train = [json.loads(l) for l in open("data/tags/train.jsonl")]
test = [json.loads(l) for l in open("data/tags/test.jsonl")]


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True)
    labels = [-100] + row["tags"] + [-100]
    labels = labels + [-100] * (len(enc["input_ids"]) - len(labels))
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


collate = DataCollatorForTokenClassification(tokenizer)
train_dl = DataLoader([encode(r) for r in train], batch_size=16, shuffle=True, collate_fn=collate)

accelerator = Accelerator(cpu=True)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
scheduler = get_scheduler("linear", optimizer, num_warmup_steps=0, num_training_steps=epochs * len(train_dl))
model, optimizer, train_dl, scheduler = accelerator.prepare(model, optimizer, train_dl, scheduler)

for epoch in range(epochs):
    model.train()
    total = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        total += loss.item()
    print(f"epoch {epoch + 1}: train loss {total / len(train_dl):.4f}")

# one tag per word: take the first piece of every word
model.eval()
gold, pred = [], []
for row in test:
    enc = tokenizer(row["words"], is_split_into_words=True, return_tensors="pt")
    with torch.no_grad():
        best = model(**enc).logits[0].argmax(-1).tolist()
    seen = set()
    for position, word in enumerate(enc.word_ids()):
        if word is not None and word not in seen:
            seen.add(word)
            gold.append(row["tags"][word])
            pred.append(best[position])

print(classification_report(gold, pred, zero_division=0))
print("macro F1 of the name tags:", round(f1_score(gold, pred, labels=[1, 2, 3], average="macro"), 3))
