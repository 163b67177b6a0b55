import argparse
import torch
import evaluate
from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_linear_schedule_with_warmup, set_seed)


def get_dataloaders(accelerator, tokenizer, batch_size):
    files = {"train": "data/glue/sst2/train-00000-of-00001.parquet",
             "validation": "data/glue/sst2/validation-00000-of-00001.parquet"}
    datasets = load_dataset("parquet", data_files=files)

    def tokenize_function(examples):
        return tokenizer(examples["sentence"], truncation=True, max_length=None)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize_function, batched=True, remove_columns=["idx"])
    tokenized = tokenized.rename_column("label", "labels")

    collator = DataCollatorWithPadding(tokenizer, padding="longest")
    train = DataLoader(tokenized["train"].select(range(1600)), shuffle=True, collate_fn=collator, batch_size=batch_size)
    valid = DataLoader(tokenized["validation"], shuffle=False, collate_fn=collator, batch_size=2 * batch_size)
    return train, valid


def training_function(args):
    accelerator = Accelerator(cpu=args.cpu)
    set_seed(args.seed)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train_dataloader, eval_dataloader = get_dataloaders(accelerator, tokenizer, args.batch_size)
    metric = evaluate.load("data/metrics/glue", "sst2")

    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    optimizer = AdamW(params=model.parameters(), lr=args.lr)
    lr_scheduler = get_linear_schedule_with_warmup(
        optimizer=optimizer, num_warmup_steps=10, num_training_steps=len(train_dataloader) * args.epochs)

    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler)

    for epoch in range(args.epochs):
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
            predictions, references = accelerator.gather_for_metrics((outputs.logits.argmax(dim=-1), batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)
        accelerator.print(f"epoch {epoch}:", metric.compute(), f"last train loss {outputs.loss.item():.4f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/bert")
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--lr", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=42)
    training_function(parser.parse_args())


if __name__ == "__main__":
    main()
