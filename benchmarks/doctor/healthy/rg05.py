import argparse

import evaluate
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler


def get_dataloaders(accelerator, tokenizer, batch_size):
    datasets = load_dataset("data/glue", "mrpc")

    def tokenize(examples):
        return tokenizer(examples["sentence1"], examples["sentence2"], truncation=True, max_length=128)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize, batched=True, remove_columns=["idx", "sentence1", "sentence2"])
    tokenized = tokenized.rename_column("label", "labels")

    def collate(examples):
        return tokenizer.pad(examples, padding="longest", return_tensors="pt")

    train = DataLoader(tokenized["train"], shuffle=True, collate_fn=collate, batch_size=batch_size)
    valid = DataLoader(tokenized["validation"], shuffle=False, collate_fn=collate, batch_size=64)
    return train, valid


def main(args):
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulation, cpu=True)
    set_seed(args.seed)
    metric = evaluate.load("data/metrics/glue", "mrpc")
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train_dl, eval_dl = get_dataloaders(accelerator, tokenizer, args.batch_size)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)
    optimizer = AdamW(model.parameters(), lr=args.lr)

    model, optimizer, train_dl, eval_dl = accelerator.prepare(model, optimizer, train_dl, eval_dl)
    updates = -(-len(train_dl) // args.accumulation) * args.epochs
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)
    scheduler = accelerator.prepare(scheduler)

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            total += loss.detach().item()

        model.eval()
        for batch in eval_dl:
            with torch.no_grad():
                logits = model(**batch).logits
            preds, refs = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
            metric.add_batch(predictions=preds, references=refs)
        accelerator.print(f"epoch {epoch}: loss {total / len(train_dl):.4f}", metric.compute())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/bert")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--batch_size", type=int, default=8)
    parser.add_argument("--accumulation", type=int, default=2)
    parser.add_argument("--seed", type=int, default=42)
    main(parser.parse_args())
