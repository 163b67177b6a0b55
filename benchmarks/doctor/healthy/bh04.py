import json

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/tags"
MAX_LEN = 48
NUM_TAGS = 4

torch.manual_seed(1)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


class TagDataset(Dataset):
    def __init__(self, path):
        self.rows = [json.loads(l) for l in open(path)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, idx):
        row = self.rows[idx]
        enc = tokenizer(row["words"], is_split_into_words=True, padding="max_length", truncation=True, max_length=MAX_LEN)
        labels = []
        previous = None
        for w in enc.word_ids():
            if w is None or w == previous:
                labels.append(-100)
            else:
                labels.append(row["tags"][w])
            previous = w
        return {
            "input_ids": torch.tensor(enc["input_ids"]),
            "attention_mask": torch.tensor(enc["attention_mask"]),
            "labels": torch.tensor(labels),
        }


train_loader = DataLoader(TagDataset("data/tags/train.jsonl"), batch_size=16, shuffle=True)
valid_loader = DataLoader(TagDataset("data/tags/validation.jsonl"), batch_size=32)

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=NUM_TAGS).to(device)
criterion = torch.nn.CrossEntropyLoss(ignore_index=-100)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3)
epochs = 8
scheduler = get_linear_schedule_with_warmup(optimizer, 20, epochs * len(train_loader))

for epoch in range(epochs):
    model.train()
    total_loss = 0
    for batch in train_loader:
        input_ids = batch["input_ids"].to(device)
        attention_mask = batch["attention_mask"].to(device)
        labels = batch["labels"].to(device)

        outputs = model(input_ids=input_ids, attention_mask=attention_mask)
        loss = criterion(outputs.logits.view(-1, NUM_TAGS), labels.view(-1))

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()
        total_loss += loss.item()

    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in valid_loader:
            logits = model(
                input_ids=batch["input_ids"].to(device),
                attention_mask=batch["attention_mask"].to(device),
            ).logits
            preds = logits.argmax(-1).cpu()
            mask = batch["labels"] != -100
            correct += (preds[mask] == batch["labels"][mask]).sum().item()
            total += mask.sum().item()
    print(f"Epoch {epoch + 1}: train loss {total_loss / len(train_loader):.4f}, word accuracy {correct / total:.4f}")
