import pandas as pd
import torch
from accelerate import Accelerator
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from accelerate.utils import set_seed

# The desks do not get equally many tickets: class-weighted cross-entropy
set_seed(4)
accelerator = Accelerator(cpu=True)

full = pd.read_json("data/tickets/train.jsonl", lines=True)
keep = {0: 16, 1: 30, 2: 60, 3: 129}
train = pd.concat([full[full.desk_id == c].head(n) for c, n in keep.items()])
valid = pd.read_json("data/tickets/validation.jsonl", lines=True)

counts = train["desk_id"].value_counts()
class_weights = torch.tensor((len(train) / (len(counts) * counts)).values, dtype=torch.float)
accelerator.print("class weights", class_weights)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def collate(rows):
    texts, labels = zip(*rows)
    batch = tokenizer(list(texts), padding=True, truncation=True, return_tensors="pt")
    batch["labels"] = torch.tensor(labels)
    return batch


train_dl = DataLoader(list(zip(train.text, train.desk_id)), shuffle=True, batch_size=16, collate_fn=collate)
valid_dl = DataLoader(list(zip(valid.text, valid.desk_id)), batch_size=32, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
model, optimizer, train_dl, valid_dl = accelerator.prepare(model, optimizer, train_dl, valid_dl)
loss_fn = torch.nn.CrossEntropyLoss(weight=class_weights.to(accelerator.device))

for epoch in range(8):
    model.train()
    running = 0.0
    for batch in train_dl:
        labels = batch.pop("labels")
        loss = loss_fn(model(**batch).logits, labels)
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        running += loss.item()

    model.eval()
    preds, refs = [], []
    for batch in valid_dl:
        labels = batch.pop("labels")
        with torch.no_grad():
            logits = model(**batch).logits
        p, r = accelerator.gather_for_metrics((logits.argmax(-1), labels))
        preds.append(p)
        refs.append(r)
    preds, refs = torch.cat(preds), torch.cat(refs)
    recalls = [(preds[refs == c] == c).float().mean().item() for c in range(4)]
    accelerator.print(
        f"epoch {epoch} loss {running / len(train_dl):.3f} recall per desk",
        [round(x, 2) for x in recalls],
        "balanced accuracy", round(sum(recalls) / 4, 3),
    )
