import evaluate
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler

MAX_LENGTH = 128


def get_dataloaders(accelerator, checkpoint, batch_size=16):
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    datasets = load_dataset("data/glue", "mrpc")

    def tokenize_function(examples):
        return tokenizer(examples["sentence1"], examples["sentence2"], truncation=True, max_length=MAX_LENGTH)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize_function, batched=True, remove_columns=["idx", "sentence1", "sentence2"])
    tokenized = tokenized.rename_column("label", "labels")

    def collate_fn(examples):
        return tokenizer.pad(examples, padding="longest", return_tensors="pt")

    train_dataloader = DataLoader(tokenized["train"], shuffle=True, collate_fn=collate_fn, batch_size=batch_size)
    eval_dataloader = DataLoader(tokenized["validation"], shuffle=False, collate_fn=collate_fn, batch_size=32)
    return train_dataloader, eval_dataloader


def training_function(config):
    accelerator = Accelerator()
    set_seed(config["seed"])
    metric = evaluate.load("data/metrics/glue", "mrpc")

    train_dataloader, eval_dataloader = get_dataloaders(accelerator, config["checkpoint"], config["batch_size"])
    model = AutoModelForSequenceClassification.from_pretrained(config["checkpoint"], num_labels=2)
    optimizer = AdamW(model.parameters(), lr=config["lr"])
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=20,
        num_training_steps=len(train_dataloader) * config["num_epochs"],
    )
    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(config["num_epochs"]):
        model.train()
        total_loss = 0.0
        for batch in train_dataloader:
            outputs = model(**batch)
            total_loss += outputs.loss.item()
            accelerator.backward(outputs.loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()

        model.eval()
        for batch in eval_dataloader:
            with torch.no_grad():
                outputs = model(**batch)
            predictions = outputs.logits
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)

        eval_metric = metric.compute()
        accelerator.print(f"epoch {epoch}: loss {total_loss / len(train_dataloader):.4f}", eval_metric)


if __name__ == "__main__":
    training_function(
        {"checkpoint": "checkpoints/bert", "lr": 1e-4, "num_epochs": 4, "seed": 42, "batch_size": 16}
    )
