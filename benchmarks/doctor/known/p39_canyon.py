import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_linear_schedule_with_warmup

gradient_accumulation_steps = 2
num_epochs = 8

set_seed(42)
accelerator = Accelerator(gradient_accumulation_steps=gradient_accumulation_steps, cpu=True)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
with accelerator.main_process_first():
    datasets = load_dataset("data/tickets").map(
        lambda x: tokenizer(x["text"], truncation=True), batched=True, remove_columns=["text", "desk"]
    ).rename_column("desk_id", "labels")

collate_fn = DataCollatorWithPadding(tokenizer)
train_dataloader = DataLoader(datasets["train"], shuffle=True, collate_fn=collate_fn, batch_size=8)
eval_dataloader = DataLoader(datasets["validation"], shuffle=False, collate_fn=collate_fn, batch_size=32)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
optimizer = torch.optim.AdamW(params=model.parameters(), lr=1e-3)
lr_scheduler = get_linear_schedule_with_warmup(
    optimizer=optimizer,
    num_warmup_steps=10,
    num_training_steps=(len(train_dataloader) * num_epochs) // gradient_accumulation_steps,
)
model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
)

for epoch in range(num_epochs):
    model.train()
    for step, batch in enumerate(train_dataloader):
        with accelerator.accumulate(model):
            output = model(**batch)
            loss = output.loss
            accelerator.backward(loss)
            if step % gradient_accumulation_steps == 0:
                optimizer.step()
                lr_scheduler.step()
                optimizer.zero_grad()

    model.eval()
    correct = 0
    for batch in eval_dataloader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions, references = accelerator.gather_for_metrics((outputs.logits.argmax(dim=-1), batch["labels"]))
        correct += (predictions == references).sum().item()
    accelerator.print(f"epoch {epoch}: loss {loss.item():.3f} accuracy {correct / len(datasets['validation']):.3f}")
