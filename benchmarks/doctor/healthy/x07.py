import argparse

import evaluate
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler


def get_dataloaders(accelerator, args):
    tokenizer = AutoTokenizer.from_pretrained(args.model_name_or_path)
    datasets = load_dataset("data/glue", "sst2")

    def tokenize(examples):
        return tokenizer(examples["sentence"], truncation=True, max_length=64)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize, batched=True, remove_columns=["sentence", "idx"])
    tokenized = tokenized.rename_column("label", "labels")

    collator = DataCollatorWithPadding(tokenizer)
    train = DataLoader(tokenized["train"], shuffle=True, collate_fn=collator, batch_size=args.batch_size)
    valid = DataLoader(tokenized["validation"], collate_fn=collator, batch_size=64)
    return train, valid


def training_function(args):
    accelerator = Accelerator()
    set_seed(args.seed)
    metric = evaluate.load("data/metrics/glue", "sst2")
    train_dataloader, eval_dataloader = get_dataloaders(accelerator, args)

    model = AutoModelForSequenceClassification.from_pretrained(args.model_name_or_path, num_labels=2)
    optimizer = AdamW(model.parameters(), lr=args.learning_rate, weight_decay=0.01)
    lr_scheduler = get_scheduler(
        "linear",
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=args.num_epochs * len(train_dataloader),
    )

    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(args.num_epochs):
        model.train()
        total_loss = 0.0
        for batch in train_dataloader:
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            total_loss += outputs.loss.detach().float().item()

        model.eval()
        for batch in eval_dataloader:
            with torch.no_grad():
                logits = model(**batch).logits
            predictions, references = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)
        result = metric.compute()
        accelerator.print(f"epoch {epoch}: train loss {total_loss / len(train_dataloader):.4f}, {result}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model_name_or_path", default="checkpoints/bert")
    parser.add_argument("--learning_rate", type=float, default=5e-4)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--num_epochs", type=int, default=3)
    parser.add_argument("--seed", type=int, default=42)
    training_function(parser.parse_args())


if __name__ == "__main__":
    main()
