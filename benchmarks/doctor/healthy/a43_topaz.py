from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler
import torch

accelerator = Accelerator()

checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
tickets = load_dataset("data/tickets")
tokenized = tickets.map(lambda x: tokenizer(x["text"], truncation=True), batched=True, remove_columns=["text", "desk"])
tokenized = tokenized.rename_column("desk_id", "labels")
data_collator = DataCollatorWithPadding(tokenizer)

train_dl = DataLoader(tokenized["train"], shuffle=True, batch_size=16, collate_fn=data_collator)
eval_dl = DataLoader(tokenized["validation"], batch_size=16, collate_fn=data_collator)

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)
optimizer = AdamW(model.parameters(), lr=1e-3)

train_dl, eval_dl, model, optimizer = accelerator.prepare(train_dl, eval_dl, model, optimizer)

num_epochs = 5
num_training_steps = num_epochs * len(train_dl)
lr_scheduler = get_scheduler("linear", optimizer=optimizer, num_warmup_steps=10, num_training_steps=num_training_steps)

progress_bar = tqdm(range(num_training_steps), disable=not accelerator.is_local_main_process)

for epoch in range(num_epochs):
    model.train()
    for batch in train_dl:
        outputs = model(**batch)
        loss = outputs.loss
        accelerator.backward(loss)

        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        progress_bar.update(1)

    model.eval()
    correct, total = 0, 0
    for batch in eval_dl:
        with torch.no_grad():
            logits = model(**batch).logits
        predictions, references = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        correct += (predictions == references).sum().item()
        total += references.numel()
    accelerator.print(f"epoch {epoch}: accuracy {correct / total:.3f}")
