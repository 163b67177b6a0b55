import pandas as pd
import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader, Dataset
from tqdm import tqdm
from transformers import AutoModelForSequenceClassification, AutoTokenizer


class TicketDataset(Dataset):
    def __init__(self, texts, labels, tokenizer, max_len=32):
        self.encodings = tokenizer(
            list(texts), truncation=True, padding="max_length", max_length=max_len
        )
        self.labels = labels

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, idx):
        item = {k: torch.tensor(v[idx]) for k, v in self.encodings.items()}
        item["labels"] = torch.tensor(self.labels[idx])
        return item


def train_one_epoch(model, loader, optimizer, device):
    model.train()
    total, correct, seen = 0.0, 0, 0
    for batch in tqdm(loader, disable=True):
        batch = {k: v.to(device) for k, v in batch.items()}
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        optimizer.step()
        total += out.loss.item() * len(batch["labels"])
        correct += (out.logits.argmax(-1) == batch["labels"]).sum().item()
        seen += len(batch["labels"])
    return total / seen, correct / seen


@torch.no_grad()
def validate(model, loader, device):
    model.eval()
    correct, seen = 0, 0
    for batch in loader:
        batch = {k: v.to(device) for k, v in batch.items()}
        logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
        correct += (logits.argmax(-1) == batch["labels"]).sum().item()
        seen += len(batch["labels"])
    return correct / seen


SEED = 1234
torch.manual_seed(SEED)
device = "cuda" if torch.cuda.is_available() else "cpu"

df_train = pd.read_json("data/tickets/train.jsonl", lines=True)
df_val = pd.read_json("data/tickets/validation.jsonl", lines=True)

# shuffle the rows, drop empty ones
df_train = df_train.sample(frac=1, random_state=SEED).dropna()
print(df_train["desk"].value_counts())

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4).to(device)

train_loader = DataLoader(TicketDataset(df_train.text, df_train.desk_id, tokenizer), batch_size=16, shuffle=True)
val_loader = DataLoader(TicketDataset(df_val.text, df_val.desk_id, tokenizer), batch_size=32)

optimizer = AdamW(model.parameters(), lr=1e-3)

for epoch in range(8):
    tr_loss, tr_acc = train_one_epoch(model, train_loader, optimizer, device)
    val_acc = validate(model, val_loader, device)
    print(f"epoch {epoch}: loss={tr_loss:.3f} train_acc={tr_acc:.3f} val_acc={val_acc:.3f}")
