# sentiment (sst2) with a plain PyTorch loop and a custom classifier module
import pandas as pd
import torch
import torch.nn as nn
from torch.optim import AdamW
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertModel, BertTokenizerFast

torch.manual_seed(11)
MAX_LEN = 28
EPOCHS = 3

tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")


def make_loader(name, batch_size, shuffle):
    df = pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")
    enc = tokenizer(df["sentence"].tolist(), padding="max_length", truncation=True, max_length=MAX_LEN,
                    return_tensors="pt")
    data = TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df["label"].tolist()))
    return DataLoader(data, batch_size=batch_size, shuffle=shuffle)


class BertClassifier(nn.Module):
    def __init__(self, dropout=0.1, n_classes=2):
        super(BertClassifier, self).__init__()
        self.bert = BertModel.from_pretrained("checkpoints/bert")
        self.dropout = nn.Dropout(dropout)
        self.linear = nn.Linear(self.bert.config.hidden_size, n_classes)
        self.softmax = nn.Softmax(dim=1)

    def forward(self, input_ids, attention_mask):
        pooled = self.bert(input_ids=input_ids, attention_mask=attention_mask).pooler_output
        linear_output = self.linear(self.dropout(pooled))
        final_layer = self.softmax(linear_output)
        return final_layer


def evaluate(model, loader, criterion):
    model.eval()
    loss, correct, count = 0.0, 0, 0
    with torch.no_grad():
        for ids, mask, label in loader:
            output = model(ids, mask)
            loss += criterion(output, label).item() * len(label)
            correct += (output.argmax(dim=1) == label).sum().item()
            count += len(label)
    return loss / count, correct / count


train_loader = make_loader("train", 32, True)
val_loader = make_loader("validation", 64, False)
model = BertClassifier()
criterion = nn.CrossEntropyLoss()
optimizer = AdamW(model.parameters(), lr=3e-4)

for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for ids, mask, label in train_loader:
        output = model(ids, mask)
        batch_loss = criterion(output, label)
        total += batch_loss.item()
        model.zero_grad()
        batch_loss.backward()
        optimizer.step()
    val_loss, val_acc = evaluate(model, val_loader, criterion)
    print(f"Epochs: {epoch + 1} | Train Loss: {total / len(train_loader):.3f} | Val Loss: {val_loss:.3f} "
          f"| Val Accuracy: {val_acc:.3f}")
