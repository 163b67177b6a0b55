"""Distil the ticket classifier (two layers, 64 wide) into a student of one layer, 32 wide.

The teacher is asked only once: its logits are kept, and the student learns from them for many epochs.
"""
import json

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DistilBertConfig,
    DistilBertForSequenceClassification,
)

torch.manual_seed(3)
CHECKPOINT = "checkpoints/tickets"
TEMPERATURE = 2.0

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def read(split):
    rows = [json.loads(line) for line in open(f"data/tickets/{split}.jsonl")]
    enc = tokenizer([r["text"] for r in rows], padding="max_length", truncation=True, max_length=32, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor([r["desk_id"] for r in rows]))


train_set, valid_set, test_set = read("train"), read("validation"), read("test")
train_loader = DataLoader(train_set, batch_size=32, shuffle=True)
valid_loader = DataLoader(valid_set, batch_size=80)
test_loader = DataLoader(test_set, batch_size=80)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = total = 0
    for ids, mask, y in loader:
        hits += (model(input_ids=ids, attention_mask=mask).logits.argmax(-1) == y).sum().item()
        total += len(y)
    return hits / total


# ---------------------------------------------------------------- teacher
teacher = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
optimizer = torch.optim.AdamW(teacher.parameters(), lr=1e-3)
for epoch in range(4):
    teacher.train()
    for ids, mask, y in train_loader:
        loss = teacher(input_ids=ids, attention_mask=mask, labels=y).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(f"teacher: validation accuracy {accuracy(teacher, valid_loader):.3f}")

# ---------------------------------------------------------------- what the teacher says about the training set
teacher.eval()
with torch.no_grad():
    soft = torch.cat([teacher(input_ids=ids, attention_mask=mask).logits for ids, mask, _ in train_loader])
distill_set = TensorDataset(train_set.tensors[0], train_set.tensors[1], soft)
distill_loader = DataLoader(distill_set, batch_size=32, shuffle=True)

# ---------------------------------------------------------------- student
config = DistilBertConfig(
    vocab_size=tokenizer.vocab_size, max_position_embeddings=32, dim=32, hidden_dim=64, n_layers=1, n_heads=2, num_labels=4
)
student = DistilBertForSequenceClassification(config)
optimizer = torch.optim.AdamW(student.parameters(), lr=3e-3)
for epoch in range(12):
    student.train()
    running = 0.0
    for ids, mask, target in distill_loader:
        logits = student(input_ids=ids, attention_mask=mask).logits
        loss = TEMPERATURE**2 * F.kl_div(
            F.log_softmax(logits / TEMPERATURE, dim=-1),
            F.softmax(target / TEMPERATURE, dim=-1),
            reduction="batchmean",
        )
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimizer.step()
        running += loss.item() * len(ids)
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1:2d}  loss {running / len(distill_set):.4f}  validation {accuracy(student, valid_loader):.3f}")

print(f"student: test accuracy {accuracy(student, test_loader):.3f}   (teacher {accuracy(teacher, test_loader):.3f})")
