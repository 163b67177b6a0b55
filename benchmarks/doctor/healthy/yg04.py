import torch
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, get_scheduler

torch.manual_seed(0)

checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)

raw = load_dataset("json", data_files={"train": "data/tickets/train.jsonl",
                                       "validation": "data/tickets/validation.jsonl"})

def tokenize(batch):
    return tokenizer(batch["text"], truncation=True)

ds = raw.map(tokenize, batched=True)
ds = ds.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
ds.set_format("torch")

collator = DataCollatorWithPadding(tokenizer)
train_dl = DataLoader(ds["train"], batch_size=16, shuffle=True, collate_fn=collator)
val_dl = DataLoader(ds["validation"], batch_size=32, collate_fn=collator)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
optimizer = AdamW(model.parameters(), lr=1e-3)

num_epochs = 10
lr_scheduler = get_scheduler(
    name="linear",
    optimizer=optimizer,
    num_warmup_steps=0,
    num_training_steps=num_epochs * len(train_dl),
)

progress_bar = tqdm(range(num_epochs * len(train_dl)))

for epoch in range(num_epochs):
    model.train()
    running = 0.0
    for batch in train_dl:
        outputs = model(**batch)
        outputs.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        running += outputs.loss.item()
        progress_bar.update(1)

    model.eval()
    correct = total = 0
    with torch.no_grad():
        for batch in val_dl:
            logits = model(**batch).logits
            correct += (logits.argmax(-1) == batch["labels"]).sum().item()
            total += len(batch["labels"])
    print(f"epoch {epoch + 1:2d} | train loss {running / len(train_dl):.4f} | val acc {correct / total:.4f}")
