import torch
from torch.utils.data import DataLoader, TensorDataset
from datasets import load_dataset
from transformers import BertForSequenceClassification, BertTokenizerFast

# ---- data ----
tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")
mrpc = load_dataset("data/glue", "mrpc")


def tensors(split):
    enc = tokenizer(list(split["sentence1"]), list(split["sentence2"]), padding="max_length", truncation=True,
                    max_length=72, return_tensors="pt")
    return TensorDataset(enc["input_ids"], enc["token_type_ids"], enc["attention_mask"], torch.tensor(list(split["label"])))


EPOCHS = 2
torch.manual_seed(3)
train_loader = DataLoader(tensors(mrpc["train"]), batch_size=16, shuffle=True)
valid_loader = DataLoader(tensors(mrpc["validation"]), batch_size=50)

# ---- model ----
model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=7e-4)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=7e-4, epochs=EPOCHS, steps_per_epoch=len(train_loader))


def forward(batch):
    input_ids, token_type_ids, attention_mask, labels = batch
    outputs = model(input_ids, token_type_ids, attention_mask, labels=labels)
    return outputs.loss, outputs.logits


# ---- training ----
for epoch in range(EPOCHS):
    model.train()
    total_loss = 0.0
    for batch in train_loader:
        optimizer.zero_grad()
        loss, _ = forward(batch)
        loss.backward()
        optimizer.step()
        scheduler.step()
        total_loss += loss.item()

    # ---- validation ----
    model.eval()
    tp = fp = fn = hits = 0
    with torch.no_grad():
        for batch in valid_loader:
            _, logits = forward(batch)
            pred, gold = logits.argmax(1), batch[-1]
            hits += (pred == gold).sum().item()
            tp += ((pred == 1) & (gold == 1)).sum().item()
            fp += ((pred == 1) & (gold == 0)).sum().item()
            fn += ((pred == 0) & (gold == 1)).sum().item()
    f1 = 2 * tp / max(2 * tp + fp + fn, 1)
    print(f"Epoch {epoch + 1}: train loss {total_loss / len(train_loader):.3f}  acc {hits / 400:.3f}  F1 {f1:.3f}")
