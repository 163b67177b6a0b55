import argparse
import evaluate
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup)

MAX_LEN = 48


def get_dataloaders(accelerator, batch_size):
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    datasets = load_dataset("data/glue", "sst2")

    def tokenize_function(examples):
        return tokenizer(examples["sentence"], truncation=True, max_length=MAX_LEN)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize_function, batched=True, remove_columns=["idx", "sentence"])
    tokenized = tokenized.rename_column("label", "labels")

    def collate_fn(examples):
        return tokenizer.pad(examples, padding="longest", return_tensors="pt")

    train = DataLoader(tokenized["train"], shuffle=True, collate_fn=collate_fn, batch_size=batch_size, drop_last=True)
    valid = DataLoader(tokenized["validation"], shuffle=False, collate_fn=collate_fn, batch_size=32)
    return train, valid


def training_function(config, args):
    accelerator = Accelerator(cpu=args.cpu, mixed_precision=args.mixed_precision)
    metric = evaluate.load("data/metrics/glue", "sst2")
    set_seed(config["seed"])
    train_dataloader, eval_dataloader = get_dataloaders(accelerator, config["batch_size"])
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    model = model.to(accelerator.device)
    optimizer = torch.optim.AdamW(params=model.parameters(), lr=config["lr"])
    lr_scheduler = get_linear_schedule_with_warmup(
        optimizer=optimizer, num_warmup_steps=15, num_training_steps=len(train_dataloader) * config["num_epochs"])
    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler)

    for epoch in range(config["num_epochs"]):
        model.train()
        for batch in train_dataloader:
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
        model.eval()
        for batch in eval_dataloader:
            with torch.no_grad():
                outputs = model(**batch)
            predictions, references = accelerator.gather_for_metrics((outputs.logits.argmax(-1), batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)
        accelerator.print(f"epoch {epoch}:", metric.compute())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mixed_precision", type=str, default="no", choices=["no", "bf16"])
    parser.add_argument("--cpu", action="store_true", help="stay on the CPU even where there is a GPU")
    args = parser.parse_args()
    training_function({"lr": 1e-4, "num_epochs": 1, "seed": 42, "batch_size": 16}, args)


if __name__ == "__main__":
    main()
