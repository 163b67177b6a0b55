"""Text classification, plain PyTorch. Dataset does the padding itself."""
import json
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import DistilBertForSequenceClassification, AutoTokenizer


class DeskDataset(Dataset):
    def __init__(self, path, tokenizer, max_len):
        self.tokenizer = tokenizer
        self.max_len = max_len
        self.samples = [json.loads(line) for line in open(path)]

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, idx):
        sample = self.samples[idx]
        encoding = self.tokenizer(
            sample["text"],
            add_special_tokens=True,
            max_length=self.max_len,
            padding="max_length",
            truncation=True,
            return_attention_mask=True,
            return_tensors="pt",
        )
        return {
            "input_ids": encoding["input_ids"].flatten(),
            "attention_mask": encoding["attention_mask"].flatten(),
            "labels": torch.tensor(sample["desk_id"], dtype=torch.long),
        }


def train_epoch(model, loader, optimizer):
    model.train()
    losses = []
    for batch in loader:
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        losses.append(out.loss.item())
    return sum(losses) / len(losses)


def eval_model(model, loader):
    model.eval()
    correct = 0
    with torch.no_grad():
        for batch in loader:
            out = model(**batch)
            correct += (out.logits.argmax(dim=1) == batch["labels"]).sum().item()
    return correct / len(loader.dataset)


MODEL_NAME = "checkpoints/tickets"
MAX_LEN = 32
BATCH_SIZE = 16
EPOCHS = 5

torch.manual_seed(3)
tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
model = DistilBertForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=4)
train_data = DeskDataset("data/tickets/train.jsonl", tokenizer, MAX_LEN)
val_data = DeskDataset("data/tickets/validation.jsonl", tokenizer, MAX_LEN)
train_loader = DataLoader(train_data, batch_size=BATCH_SIZE, shuffle=True)
val_loader = DataLoader(val_data, batch_size=64)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)

for epoch in range(EPOCHS):
    loss = train_epoch(model, train_loader, optimizer)
    print(f"Epoch {epoch + 1}/{EPOCHS}: loss {loss:.4f}, val acc {eval_model(model, val_loader):.4f}")
