import torch
from torch.utils.data import DataLoader
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification, DataCollatorWithPadding, get_scheduler
from tqdm.auto import tqdm

torch.manual_seed(1)
raw = load_dataset("data/tickets")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
tokenized = raw.map(lambda e: tokenizer(e["text"], truncation=True), batched=True)
tokenized = tokenized.remove_columns(["text", "desk"])
tokenized = tokenized.rename_column("desk_id", "labels")
tokenized.set_format("torch")

collator = DataCollatorWithPadding(tokenizer)
train_dataloader = DataLoader(tokenized["train"], shuffle=True, batch_size=16, collate_fn=collator)
eval_dataloader = DataLoader(tokenized["validation"], batch_size=32, collate_fn=collator)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
num_epochs = 5
num_training_steps = num_epochs * len(train_dataloader)
lr_scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=0, num_training_steps=num_training_steps)
device = torch.device("cuda") if torch.cuda.is_available() else torch.device("cpu")
model.to(device)

progress_bar = tqdm(range(num_training_steps))
model.train()
for epoch in range(num_epochs):
    for batch in train_dataloader:
        batch = {k: v.to(device) for k, v in batch.items()}
        outputs = model(**batch)
        loss = outputs.loss
        loss.backward()

        optimizer.zero_grad()
        optimizer.step()
        lr_scheduler.step()
        progress_bar.update(1)
    print("epoch", epoch, "loss", loss.item())

model.eval()
right = total = 0
for batch in eval_dataloader:
    batch = {k: v.to(device) for k, v in batch.items()}
    with torch.no_grad():
        logits = model(**batch).logits
    right += (logits.argmax(dim=-1) == batch["labels"]).sum().item()
    total += len(batch["labels"])
print("accuracy", right / total)
