import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
    set_seed,
)

CHECKPOINT = "checkpoints/tickets"
EPOCHS = 6
BATCH_SIZE = 16
LR = 1e-3


def training_function():
    set_seed(42)
    accelerator = Accelerator()

    raw = load_dataset("json", data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    })
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)

    def tokenize(examples):
        return tokenizer(examples["text"], truncation=True)

    tokenized = raw.map(tokenize, batched=True, remove_columns=["text", "desk"])
    tokenized = tokenized.rename_column("desk_id", "labels")

    collator = DataCollatorWithPadding(tokenizer)
    train_dataloader = DataLoader(tokenized["train"], shuffle=True, batch_size=BATCH_SIZE, collate_fn=collator)
    eval_dataloader = DataLoader(tokenized["validation"], batch_size=BATCH_SIZE, collate_fn=collator)

    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
    optimizer = AdamW(model.parameters(), lr=LR)

    model, optimizer, train_dataloader, eval_dataloader = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader
    )
    num_training_steps = EPOCHS * len(train_dataloader)
    lr_scheduler = get_scheduler(
        "linear", optimizer=optimizer, num_warmup_steps=10, num_training_steps=num_training_steps
    )

    for epoch in range(EPOCHS):
        model.train()
        total_loss = 0
        for batch in train_dataloader:
            outputs = model(**batch)
            loss = outputs.loss
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            total_loss += loss.detach().float()

        model.eval()
        predictions, references = [], []
        for batch in eval_dataloader:
            with torch.no_grad():
                outputs = model(**batch)
            preds = outputs.logits.argmax(dim=-1)
            preds, refs = accelerator.gather_for_metrics((preds, batch["labels"]))
            predictions.append(preds)
            references.append(refs)
        accuracy = (torch.cat(predictions) == torch.cat(references)).float().mean()
        accelerator.print(
            f"epoch {epoch}: train_loss={total_loss.item() / len(train_dataloader):.3f} accuracy={accuracy:.3f}"
        )


if __name__ == "__main__":
    training_function()
