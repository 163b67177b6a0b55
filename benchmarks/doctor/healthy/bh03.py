import json
import os

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer

CHECKPOINT = "checkpoints/tickets"
OUT = "out/bh03"
WEIGHTS = os.path.join(OUT, "best.pt")
EPOCHS = 6

torch.manual_seed(13)
os.makedirs(OUT, exist_ok=True)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows):
    enc = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor([r["desk_id"] for r in rows])


class DeskClassifier(nn.Module):
    def __init__(self, checkpoint, num_labels):
        super().__init__()
        self.model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=num_labels)
        self.criterion = nn.CrossEntropyLoss(label_smoothing=0.05)

    def forward(self, input_ids, attention_mask, labels):
        logits = self.model(input_ids=input_ids, attention_mask=attention_mask).logits
        return self.criterion(logits, labels), logits


def accuracy(model, loader):
    model.eval()
    hits, n = 0, 0
    with torch.no_grad():
        for input_ids, mask, labels in loader:
            logits = model(input_ids=input_ids, attention_mask=mask).logits
            hits += (logits.argmax(-1) == labels).sum().item()
            n += len(labels)
    return hits / n


train_loader = DataLoader(read("train"), batch_size=16, shuffle=True, collate_fn=collate)
val_loader = DataLoader(read("validation"), batch_size=64, collate_fn=collate)
test_loader = DataLoader(read("test"), batch_size=64, collate_fn=collate)

net = DeskClassifier(CHECKPOINT, 4)
optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)

best = 0.0
for epoch in range(1, EPOCHS + 1):
    net.train()
    running = 0.0
    for input_ids, mask, labels in train_loader:
        optimizer.zero_grad()
        loss, _ = net(input_ids, mask, labels)
        loss.backward()
        optimizer.step()
        running += loss.item()
    val_acc = accuracy(net.model, val_loader)
    print(f"epoch {epoch}  loss {running / len(train_loader):.3f}  val acc {val_acc:.3f}")
    if val_acc > best:
        best = val_acc
        torch.save(net.state_dict(), WEIGHTS)

# inference, later on its own
model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
state = torch.load(WEIGHTS, map_location="cpu")
model.load_state_dict({k.removeprefix("model."): v for k, v in state.items()})
print(f"best val acc {best:.3f}")
print(f"test acc {accuracy(model, test_loader):.3f}")
