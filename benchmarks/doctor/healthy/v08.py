import torch
import evaluate
from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
)

MAX_LEN = 48
TRAIN_BS = 32
EVAL_BS = 64


def get_dataloaders(accelerator, tokenizer):
    datasets = load_dataset("data/glue", "sst2")

    def tokenize_function(examples):
        return tokenizer(examples["sentence"], truncation=True, max_length=MAX_LEN)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize_function, batched=True, remove_columns=["idx", "sentence"])
    tokenized = tokenized.rename_column("label", "labels")
    collate_fn = DataCollatorWithPadding(tokenizer)
    train_dl = DataLoader(tokenized["train"], shuffle=True, collate_fn=collate_fn, batch_size=TRAIN_BS)
    eval_dl = DataLoader(tokenized["validation"], shuffle=False, collate_fn=collate_fn, batch_size=EVAL_BS)
    return train_dl, eval_dl


def training_function(config):
    torch.manual_seed(config["seed"])
    accelerator = Accelerator(cpu=True)
    metric = evaluate.load("data/metrics/glue", "sst2")

    lr = config["lr"]
    num_epochs = int(config["num_epochs"])
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    train_dataloader, eval_dataloader = get_dataloaders(accelerator, tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    optimizer = AdamW(params=model.parameters(), lr=lr)

    # linear decay to zero over the training
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=num_epochs * len(train_dataloader),
    )

    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(num_epochs):
        model.train()
        total_loss = 0
        for step, batch in enumerate(train_dataloader):
            outputs = model(**batch)
            loss = outputs.loss
            total_loss += loss.detach().float()
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()

        model.eval()
        for step, batch in enumerate(eval_dataloader):
            with torch.no_grad():
                outputs = model(**batch)
            predictions = outputs.logits.argmax(dim=-1)
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)

        eval_metric = metric.compute()
        accelerator.print(f"epoch {epoch}: train loss {total_loss.item() / len(train_dataloader):.4f}", eval_metric)


if __name__ == "__main__":
    training_function({"lr": 3e-4, "num_epochs": 3, "seed": 42})
