import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
)

CHECKPOINT = "checkpoints/tickets"
NUM_EPOCHS = 12
LR = 1e-2


def get_dataloaders(accelerator, batch_size=16):
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    ds = load_dataset("json", data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
    })

    def tokenize(batch):
        return tokenizer(batch["text"], truncation=True, max_length=32)

    with accelerator.main_process_first():
        ds = ds.map(tokenize, batched=True, remove_columns=["text", "desk"])
    ds = ds.rename_column("desk_id", "labels")
    collate = DataCollatorWithPadding(tokenizer)
    train = DataLoader(ds["train"], shuffle=True, batch_size=batch_size, collate_fn=collate)
    val = DataLoader(ds["validation"], batch_size=64, collate_fn=collate)
    return train, val


def training_function():
    accelerator = Accelerator()
    set_seed(5)
    train_dataloader, eval_dataloader = get_dataloaders(accelerator)

    # keep the pretrained encoder fixed, train the classification layers on top
    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
    for param in model.parameters():
        param.requires_grad = False

    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    model, optimizer, train_dataloader, eval_dataloader = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader
    )
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=20,
        num_training_steps=NUM_EPOCHS * len(train_dataloader),
    )

    for epoch in range(NUM_EPOCHS):
        model.train()
        total_loss = 0.0
        for batch in train_dataloader:
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            total_loss += outputs.loss.item()

        model.eval()
        correct = seen = 0
        for batch in eval_dataloader:
            with torch.no_grad():
                logits = model(**batch).logits
            preds, refs = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
            correct += (preds == refs).sum().item()
            seen += len(refs)
        accelerator.print(f"epoch {epoch}: loss {total_loss / len(train_dataloader):.3f}, accuracy {correct / seen:.3f}")


if __name__ == "__main__":
    training_function()
