import argparse
import math

import torch
from accelerate import Accelerator
from accelerate.logging import get_logger
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import (
    AutoConfig,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
)

logger = get_logger(__name__)


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--train_file", default="data/tickets/train.jsonl")
    parser.add_argument("--validation_file", default="data/tickets/validation.jsonl")
    parser.add_argument("--model_name_or_path", default="checkpoints/tickets")
    parser.add_argument("--max_length", type=int, default=32)
    parser.add_argument("--per_device_train_batch_size", type=int, default=8)
    parser.add_argument("--per_device_eval_batch_size", type=int, default=32)
    parser.add_argument("--learning_rate", type=float, default=1e-3)
    parser.add_argument("--num_train_epochs", type=int, default=10)
    parser.add_argument("--gradient_accumulation_steps", type=int, default=2)
    parser.add_argument("--num_warmup_steps", type=int, default=20)
    parser.add_argument("--seed", type=int, default=13)
    parser.add_argument("--output_dir", default="out/ob11")
    return parser.parse_args()


def main():
    args = parse_args()
    accelerator = Accelerator(gradient_accumulation_steps=args.gradient_accumulation_steps)
    set_seed(args.seed)

    raw = load_dataset("json", data_files={"train": args.train_file, "validation": args.validation_file})
    num_labels = len(raw["train"].unique("desk_id"))

    config = AutoConfig.from_pretrained(args.model_name_or_path, num_labels=num_labels)
    tokenizer = AutoTokenizer.from_pretrained(args.model_name_or_path)
    model = AutoModelForSequenceClassification.from_pretrained(args.model_name_or_path, config=config)

    def preprocess(examples):
        result = tokenizer(examples["text"], max_length=args.max_length, truncation=True)
        result["labels"] = examples["desk_id"]
        return result

    with accelerator.main_process_first():
        processed = raw.map(
            preprocess,
            batched=True,
            remove_columns=raw["train"].column_names,
            desc="Running tokenizer on dataset",
        )

    collator = DataCollatorWithPadding(tokenizer, pad_to_multiple_of=8)
    train_loader = DataLoader(
        processed["train"], shuffle=True, collate_fn=collator, batch_size=args.per_device_train_batch_size
    )
    eval_loader = DataLoader(processed["validation"], collate_fn=collator, batch_size=args.per_device_eval_batch_size)

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)
    updates = math.ceil(len(train_loader) / args.gradient_accumulation_steps) * args.num_train_epochs
    scheduler = get_scheduler(
        "cosine", optimizer, num_warmup_steps=args.num_warmup_steps, num_training_steps=updates
    )
    model, optimizer, train_loader, eval_loader, scheduler = accelerator.prepare(
        model, optimizer, train_loader, eval_loader, scheduler
    )

    progress = tqdm(range(updates), disable=not accelerator.is_local_main_process, mininterval=5)
    for epoch in range(args.num_train_epochs):
        model.train()
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            if accelerator.sync_gradients:
                progress.update(1)

        model.eval()
        hits = count = 0
        for batch in eval_loader:
            with torch.no_grad():
                guess = model(**batch).logits.argmax(-1)
            guess, truth = accelerator.gather_for_metrics((guess, batch["labels"]))
            hits += (guess == truth).sum().item()
            count += len(truth)
        accelerator.print(f"epoch {epoch}: loss {loss.item():.4f} accuracy {hits / count:.4f}")

    accelerator.wait_for_everyone()
    accelerator.unwrap_model(model).save_pretrained(
        args.output_dir, is_main_process=accelerator.is_main_process, save_function=accelerator.save
    )
    if accelerator.is_main_process:
        tokenizer.save_pretrained(args.output_dir)


if __name__ == "__main__":
    main()
