import json

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(7)
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
MODEL = "checkpoints/tickets"
MAX_LEN = 32
EPOCHS = 8

tokenizer = AutoTokenizer.from_pretrained(MODEL)
tokenizer.add_tokens(["[ORDER]"])


class TicketDataset(Dataset):
    def __init__(self, path, tokenizer):
        self.rows = [json.loads(line) for line in open(path)]
        self.tokenizer = tokenizer

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        row = self.rows[i]
        enc = self.tokenizer(
            row["text"],
            padding="max_length",
            truncation=True,
            max_length=MAX_LEN,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"].squeeze(0),
            "attention_mask": enc["attention_mask"].squeeze(0),
            "labels": torch.tensor(row["desk_id"], dtype=torch.long),
        }


train_loader = DataLoader(TicketDataset("data/tickets/train.jsonl", tokenizer), batch_size=16, shuffle=True)
val_loader = DataLoader(TicketDataset("data/tickets/validation.jsonl", tokenizer), batch_size=32)

model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4).to(DEVICE)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
total_steps = len(train_loader) * EPOCHS
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total_steps // 10, num_training_steps=total_steps)


def evaluate():
    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in val_loader:
            batch = {k: v.to(DEVICE) for k, v in batch.items()}
            preds = model(**batch).logits.argmax(dim=-1)
            correct += (preds == batch["labels"]).sum().item()
            total += len(preds)
    return correct / total


for epoch in range(EPOCHS):
    model.train()
    losses = []
    for batch in train_loader:
        batch = {k: v.to(DEVICE) for k, v in batch.items()}
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
        losses.append(out.loss.item())
    print(f"epoch {epoch}: train loss {sum(losses) / len(losses):.3f}, val acc {evaluate():.3f}")
