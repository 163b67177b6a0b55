import torch
from torch.utils.data import DataLoader
from torch.optim import AdamW
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification, set_seed

set_seed(3)
checkpoint = "checkpoints/bert"
raw = load_dataset("data/glue", "sst2")
train_texts, train_labels = list(raw["train"]["sentence"]), list(raw["train"]["label"])
val_texts, val_labels = list(raw["validation"]["sentence"]), list(raw["validation"]["label"])
print(len(train_texts), len(val_texts))

tokenizer = AutoTokenizer.from_pretrained(checkpoint)
train_encodings = tokenizer(train_texts, truncation=True, max_length=64)
val_encodings = tokenizer(val_texts, truncation=True, max_length=64)


class SSTDataset(torch.utils.data.Dataset):
    def __init__(self, encodings, labels):
        self.encodings = encodings
        self.labels = labels

    def __getitem__(self, idx):
        item = {key: torch.tensor(val[idx]) for key, val in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item

    def __len__(self):
        return len(self.labels)


train_dataset = SSTDataset(train_encodings, train_labels)
val_dataset = SSTDataset(val_encodings, val_labels)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)
device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
model.to(device)

train_loader = DataLoader(train_dataset, batch_size=16, shuffle=True)
val_loader = DataLoader(val_dataset, batch_size=32)
optim = AdamW(model.parameters(), lr=3e-4)

for epoch in range(3):
    model.train()
    for step, batch in enumerate(train_loader):
        optim.zero_grad()
        batch = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**batch)
        loss = outputs.loss
        loss.backward()
        optim.step()
        if step % 20 == 0:
            print(f"epoch {epoch} step {step} loss {loss.item():.4f}")

    model.eval()
    correct = 0
    for batch in val_loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        with torch.no_grad():
            logits = model(**batch).logits
        correct += (logits.argmax(-1) == batch["labels"]).sum().item()
    print("validation accuracy:", correct / len(val_dataset))
