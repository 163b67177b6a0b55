"""Sentiment with BERT, plain PyTorch loop."""
import pandas as pd
import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertForSequenceClassification, BertTokenizerFast

torch.manual_seed(0)

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(n=1000, random_state=0)
val_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet").sample(n=200, random_state=0)

tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")


def encode(df):
    enc = tokenizer(df["sentence"].tolist(), padding=True, truncation=True, max_length=48, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["attention_mask"], torch.tensor(df["label"].values))


train_dataloader = DataLoader(encode(train_df), batch_size=16, shuffle=True)
val_dataloader = DataLoader(encode(val_df), batch_size=64)

model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
optimizer = AdamW(model.parameters(), lr=1e-2)

n_epochs = 3
for epoch in range(n_epochs):
    model.train()
    total_train_loss = 0
    for step, (input_ids, mask, labels) in enumerate(train_dataloader):
        model.zero_grad()
        outputs = model(input_ids, attention_mask=mask, labels=labels)
        loss = outputs.loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total_train_loss += loss.item()
        if step % 10 == 0:
            print(f"  step {step:3d}/{len(train_dataloader)}  loss {loss.item():.4f}")
    print(f"epoch {epoch + 1}: average training loss {total_train_loss / len(train_dataloader):.4f}")

    model.eval()
    predictions, gold = [], []
    for input_ids, mask, labels in val_dataloader:
        with torch.no_grad():
            logits = model(input_ids, attention_mask=mask).logits
        predictions.append(logits.argmax(dim=1))
        gold.append(labels)
    predictions, gold = torch.cat(predictions), torch.cat(gold)
    print(f"epoch {epoch + 1}: val accuracy {(predictions == gold).float().mean().item():.3f}, "
          f"predicted classes {torch.bincount(predictions, minlength=2).tolist()}")
