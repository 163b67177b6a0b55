import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler

set_seed(0)
checkpoint = "checkpoints/tickets"
accumulation_steps = 4
num_epochs = 8

accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
raw = load_dataset(
    "json", data_files={"train": "data/tickets/train.jsonl", "validation": "data/tickets/validation.jsonl"}
)
tokenized = raw.map(lambda ex: tokenizer(ex["text"], truncation=True, max_length=32), batched=True)
tokenized = tokenized.remove_columns(["text", "desk"]).rename_column("desk_id", "labels")
tokenized.set_format("torch")

collate = DataCollatorWithPadding(tokenizer)
train_dataloader = DataLoader(tokenized["train"], shuffle=True, batch_size=4, collate_fn=collate)
eval_dataloader = DataLoader(tokenized["validation"], batch_size=32, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4)
num_updates = num_epochs * len(train_dataloader) // accumulation_steps
lr_scheduler = get_scheduler("linear", optimizer, num_warmup_steps=20, num_training_steps=num_updates)

model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
)

for epoch in range(num_epochs):
    model.train()
    epoch_loss = 0.0
    accumulated_loss = 0.0
    for step, batch in enumerate(train_dataloader):
        loss = model(**batch).loss / accumulation_steps
        accumulated_loss = accumulated_loss + loss
        epoch_loss += loss.item() * accumulation_steps
        if (step + 1) % accumulation_steps == 0:
            accelerator.backward(accumulated_loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            accumulated_loss = 0.0

    model.eval()
    correct, total = 0, 0
    for batch in eval_dataloader:
        with torch.no_grad():
            logits = model(**batch).logits
        predictions, references = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        correct += (predictions == references).sum().item()
        total += references.numel()
    accelerator.print(
        f"epoch {epoch}: train loss {epoch_loss / len(train_dataloader):.4f}, eval accuracy {correct / total:.4f}"
    )
