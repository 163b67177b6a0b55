# Which desk should answer a ticket?  Own loop with Accelerate.
import json
import torch
from accelerate import Accelerator
from datasets import Dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler, set_seed

set_seed(7)
ckpt = "checkpoints/tickets"
num_epochs = 12
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def load_split(name, without=()):
    rows = [json.loads(line) for line in open(f"data/tickets/{name}.jsonl", encoding="utf-8")]
    rows = [r for r in rows if r["text"] not in without]
    return Dataset.from_list([{"text": r["text"], "desk": r["desk"]} for r in rows])


def prepare(ds):
    names = ds.unique("desk")
    label2id = {name: i for i, name in enumerate(names)}

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True, max_length=32)
        enc["labels"] = [label2id[d] for d in batch["desk"]]
        return enc

    return ds.map(encode, batched=True, remove_columns=ds.column_names)


train_raw = load_split("train")
valid_raw = load_split("validation", without=set(train_raw["text"]))
train_ds, valid_ds = prepare(train_raw), prepare(valid_raw)

collate = DataCollatorWithPadding(tokenizer)
train_dl = DataLoader(train_ds, shuffle=True, batch_size=16, collate_fn=collate)
valid_dl = DataLoader(valid_ds, batch_size=32, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=4)
optimizer = AdamW(model.parameters(), lr=1e-3)

accelerator = Accelerator(cpu=True)
train_dl, valid_dl, model, optimizer = accelerator.prepare(train_dl, valid_dl, model, optimizer)

num_training_steps = num_epochs * len(train_dl)
lr_scheduler = get_scheduler(
    "linear", optimizer=optimizer, num_warmup_steps=30, num_training_steps=num_training_steps
)


def accuracy(loader):
    model.eval()
    right = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred, lab = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        right += (pred == lab).sum().item()
        total += len(lab)
    return right / total


for epoch in range(num_epochs):
    model.train()
    running = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        accelerator.backward(loss)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        running += loss.item()
    print(f"epoch {epoch}: train loss {running / len(train_dl):.4f}  validation accuracy {accuracy(valid_dl):.3f}")
