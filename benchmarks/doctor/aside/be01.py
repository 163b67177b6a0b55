import torch
from torch import nn
from torch.utils.data import Dataset, DataLoader
from datasets import load_dataset
from transformers import BertModel, BertTokenizerFast, get_linear_schedule_with_warmup

MODEL_NAME = "checkpoints/bert"
MAX_LEN = 48
BATCH_SIZE = 16
EPOCHS = 3

torch.manual_seed(42)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class ReviewDataset(Dataset):
    def __init__(self, texts, targets, tokenizer, max_len):
        self.texts = texts
        self.targets = targets
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, i):
        enc = self.tokenizer(
            self.texts[i],
            max_length=self.max_len,
            padding="max_length",
            truncation=True,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"].flatten(),
            "attention_mask": enc["attention_mask"].flatten(),
            "targets": torch.tensor(self.targets[i], dtype=torch.long),
        }


class SentimentClassifier(nn.Module):
    def __init__(self, n_classes):
        super().__init__()
        self.bert = BertModel.from_pretrained(MODEL_NAME)
        self.drop = nn.Dropout(p=0.3)
        self.out = nn.Linear(self.bert.config.hidden_size, n_classes)

    def forward(self, input_ids, attention_mask):
        _, pooled_output = self.bert(input_ids=input_ids, attention_mask=attention_mask)
        output = self.drop(pooled_output)
        return self.out(output)


def create_loader(split, tokenizer, shuffle):
    ds = ReviewDataset(list(split["sentence"]), list(split["label"]), tokenizer, MAX_LEN)
    return DataLoader(ds, batch_size=BATCH_SIZE, shuffle=shuffle)


def train_epoch(model, loader, loss_fn, optimizer, scheduler):
    model.train()
    losses = []
    for d in loader:
        logits = model(d["input_ids"].to(device), d["attention_mask"].to(device))
        loss = loss_fn(logits, d["targets"].to(device))
        losses.append(loss.item())
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    return sum(losses) / len(losses)


def eval_model(model, loader):
    model.eval()
    correct, n = 0, 0
    with torch.no_grad():
        for d in loader:
            logits = model(d["input_ids"].to(device), d["attention_mask"].to(device))
            correct += (logits.argmax(dim=1) == d["targets"].to(device)).sum().item()
            n += len(d["targets"])
    return correct / n


raw = load_dataset("data/glue", "sst2")
tokenizer = BertTokenizerFast.from_pretrained(MODEL_NAME)
train_loader = create_loader(raw["train"], tokenizer, True)
val_loader = create_loader(raw["validation"], tokenizer, False)

model = SentimentClassifier(2).to(device)
optimizer = torch.optim.AdamW(model.parameters(), lr=2e-4)
total_steps = len(train_loader) * EPOCHS
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=0, num_training_steps=total_steps)
loss_fn = nn.CrossEntropyLoss().to(device)

for epoch in range(EPOCHS):
    loss = train_epoch(model, train_loader, loss_fn, optimizer, scheduler)
    acc = eval_model(model, val_loader)
    print(f"Epoch {epoch + 1}/{EPOCHS}  train loss {loss:.4f}  val accuracy {acc:.4f}")
