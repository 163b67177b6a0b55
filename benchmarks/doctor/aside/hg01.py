"""Weekly update of the ticket router.

Every week the newly labelled tickets are used to go on training last week's model. In the second week two desks
(south and west) changed places, so the model must follow.
"""
import argparse
import json
import os
import shutil

from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)
from transformers.trainer_utils import get_last_checkpoint

BASE = "checkpoints/tickets"
MOVED = {0: 0, 1: 1, 2: 3, 3: 2}


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work_dir", default="out/hg01")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--seed", type=int, default=13)
    return parser.parse_args()


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def move(rows):
    return [dict(row, desk_id=MOVED[row["desk_id"]]) for row in rows]


def encode(rows, tokenizer):
    ds = Dataset.from_list(rows).rename_column("desk_id", "labels")
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True, remove_columns=["text", "desk"])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((logits.argmax(-1) == labels).mean())}


def finetune(week, rows, tokenizer, args, last_checkpoint=None):
    model = AutoModelForSequenceClassification.from_pretrained(BASE, num_labels=4)
    training_args = TrainingArguments(
        output_dir=os.path.join(args.work_dir, f"week{week}"),
        num_train_epochs=args.epochs,
        learning_rate=args.lr,
        per_device_train_batch_size=args.batch_size,
        per_device_eval_batch_size=64,
        save_strategy="epoch",
        save_total_limit=1,
        logging_strategy="epoch",
        seed=args.seed,
        report_to="none",
        disable_tqdm=True,
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=encode(rows, tokenizer),
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    # go on from the weights of last week, if there are any
    result = trainer.train(resume_from_checkpoint=last_checkpoint)
    print(f"week {week}: {len(rows)} tickets, train loss {result.training_loss:.4f}")
    return trainer


def main():
    args = parse_args()
    set_seed(args.seed)
    shutil.rmtree(args.work_dir, ignore_errors=True)
    tokenizer = AutoTokenizer.from_pretrained(BASE)
    rows, test = read("data/tickets/train.jsonl"), read("data/tickets/test.jsonl")
    weeks = [(rows[:240], test), (move(rows[240:]), move(test))]

    last_checkpoint = None
    for number, (train_rows, test_rows) in enumerate(weeks, start=1):
        trainer = finetune(number, train_rows, tokenizer, args, last_checkpoint)
        scores = trainer.evaluate(encode(test_rows, tokenizer))
        print(f"week {number}: test accuracy {scores['eval_accuracy']:.3f}")
        last_checkpoint = get_last_checkpoint(os.path.join(args.work_dir, f"week{number}"))


if __name__ == "__main__":
    main()
