# Routing of support mail. Flat script.
import random
import json
import torch
from transformers import AutoTokenizer, AutoModelForSequenceClassification

random.seed(17)
torch.manual_seed(17)

train = [json.loads(l) for l in open("data/tickets/train.jsonl")]
dev = [json.loads(l) for l in open("data/tickets/validation.jsonl")]

train_labels = [r["desk_id"] for r in train]
random.shuffle(train)
train_texts = [r["text"] for r in train]
dev_texts = [r["text"] for r in dev]
dev_labels = [r["desk_id"] for r in dev]
print(len(train_texts), "train /", len(dev_texts), "dev")

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
net = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

X = tok(train_texts, padding=True, truncation=True, return_tensors="pt")
Y = torch.tensor(train_labels)
Xd = tok(dev_texts, padding=True, truncation=True, return_tensors="pt")
Yd = torch.tensor(dev_labels)

optim = torch.optim.AdamW(net.parameters(), lr=5e-4, weight_decay=0.01)
bs = 16
for ep in range(6):
    net.train()
    order = torch.randperm(len(Y))
    tot = 0
    for i in range(0, len(Y), bs):
        idx = order[i:i + bs]
        out = net(input_ids=X["input_ids"][idx], attention_mask=X["attention_mask"][idx], labels=Y[idx])
        optim.zero_grad()
        out.loss.backward()
        optim.step()
        tot += out.loss.item() * len(idx)
    net.eval()
    with torch.no_grad():
        logits = net(**Xd).logits
    acc = (logits.argmax(-1) == Yd).float().mean().item()
    print("epoch %d  train loss %.3f  dev acc %.3f" % (ep, tot / len(Y), acc))
