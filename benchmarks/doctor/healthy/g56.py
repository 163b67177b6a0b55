"""MRPC with Accelerate: gradient accumulation, class-weighted loss, warm-up, gather_for_metrics."""
import argparse
import math

import evaluate
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_scheduler


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/bert")
    parser.add_argument("--train_rows", type=int, default=1600)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--accumulation", type=int, default=2)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--lr", type=float, default=5e-4)
    parser.add_argument("--max_length", type=int, default=96)
    parser.add_argument("--seed", type=int, default=42)
    return parser.parse_args()


def get_loaders(args, tokenizer, accelerator):
    raw = load_dataset("data/glue", "mrpc")

    def tokenize(examples):
        return tokenizer(examples["sentence1"], examples["sentence2"], truncation=True, max_length=args.max_length)

    with accelerator.main_process_first():
        tokenized = raw.map(tokenize, batched=True, remove_columns=["idx", "sentence1", "sentence2"])
    tokenized = tokenized.rename_column("label", "labels")

    def collate(examples):
        return tokenizer.pad(examples, padding="longest", return_tensors="pt")

    train = tokenized["train"].shuffle(seed=args.seed).select(range(args.train_rows))
    return (
        train,
        DataLoader(train, shuffle=True, batch_size=args.batch_size, collate_fn=collate),
        DataLoader(tokenized["validation"], batch_size=64, collate_fn=collate),
        DataLoader(tokenized["test"], batch_size=64, collate_fn=collate),
    )


def score(accelerator, model, loader):
    metric = evaluate.load("data/metrics/glue", "mrpc")
    model.eval()
    for batch in loader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions, references = accelerator.gather_for_metrics((outputs.logits.argmax(dim=-1), batch["labels"]))
        metric.add_batch(predictions=predictions, references=references)
    return metric.compute()


def main():
    args = parse_args()
    set_seed(args.seed)
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulation)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    train_set, train_loader, valid_loader, test_loader = get_loaders(args, tokenizer, accelerator)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)

    no_decay = ("bias", "LayerNorm.weight")
    named = list(model.named_parameters())
    optimizer = torch.optim.AdamW(
        [
            {"params": [p for n, p in named if not n.endswith(no_decay)], "weight_decay": 0.01},
            {"params": [p for n, p in named if n.endswith(no_decay)], "weight_decay": 0.0},
        ],
        lr=args.lr,
    )
    model, optimizer, train_loader, valid_loader, test_loader = accelerator.prepare(
        model, optimizer, train_loader, valid_loader, test_loader
    )
    updates = args.epochs * math.ceil(len(train_loader) / args.accumulation)
    # a prepared scheduler advances once per process at each update
    scheduler = accelerator.prepare(
        get_scheduler(
            "cosine",
            optimizer=optimizer,
            num_warmup_steps=updates // 10 * accelerator.num_processes,
            num_training_steps=updates * accelerator.num_processes,
        )
    )

    counts = torch.bincount(torch.tensor(train_set["labels"]), minlength=2)
    weight = (counts.sum() / (2 * counts)).to(accelerator.device)
    criterion = torch.nn.CrossEntropyLoss(weight=weight)

    best, best_state = -1.0, None
    for epoch in range(args.epochs):
        model.train()
        running = torch.zeros((), device=accelerator.device)
        for batch in train_loader:
            with accelerator.accumulate(model):
                labels = batch.pop("labels")
                loss = criterion(model(**batch).logits, labels)
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.detach()
        result = score(accelerator, model, valid_loader)
        accelerator.print(f"epoch {epoch}: mean batch loss {running.item() / len(train_loader):.4f}", result)
        if result["f1"] > best:
            best = result["f1"]
            state = accelerator.get_state_dict(model)
            best_state = {k: v.detach().cpu().clone() for k, v in state.items()}

    accelerator.unwrap_model(model).load_state_dict(best_state)
    accelerator.print("test:", score(accelerator, model, test_loader))
    accelerator.end_training()


if __name__ == "__main__":
    main()
