import pandas as pd
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(0)


class ReviewDataset(Dataset):
    def __init__(self, texts, labels, tokenizer, max_len=32):
        self.texts = texts
        self.labels = labels
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, item):
        text = str(self.texts[item])
        label = self.labels[item]
        encoding = self.tokenizer(
            text,
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
            "labels": torch.tensor(label, dtype=torch.long),
        }


def train_epoch(model, loader, optimizer):
    model.train()
    losses = []
    for d in loader:
        out = model(**d)
        losses.append(out.loss.item())
        optimizer.zero_grad()
        out.loss.backward()
        optimizer.step()
    return sum(losses) / len(losses)


@torch.no_grad()
def eval_model(model, loader, n):
    model.eval()
    return sum((model(input_ids=d["input_ids"], attention_mask=d["attention_mask"]).logits.argmax(1) == d["labels"]).sum().item()
               for d in loader) / n


df = pd.concat([pd.read_json(f"data/tickets/{s}.jsonl", lines=True) for s in ("train", "validation")], ignore_index=True)
df_train = df.sample(frac=0.8, random_state=1)
df_val = df.drop(df_train.index)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
train_loader = DataLoader(ReviewDataset(df_train.text, df_train.desk_id, tokenizer), batch_size=16, shuffle=True)
val_loader = DataLoader(ReviewDataset(df_val.text, df_val.desk_id, tokenizer), batch_size=16)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=df.desk_id.nunique())
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for epoch in range(4):
    loss = train_epoch(model, train_loader, optimizer)
    acc = eval_model(model, val_loader, len(df_val))
    print(f"Epoch {epoch + 1}/4  loss {loss:.3f}  val accuracy {acc:.3f}")
