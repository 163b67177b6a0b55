import argparse
import json

import numpy as np
from datasets import Dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer
from transformers import DataCollatorForTokenClassification, Trainer, TrainingArguments


def read(path):
    with open(path) as f:
        rows = [json.loads(line) for line in f]
    return Dataset.from_list(rows)


def tokenize_and_align_labels(examples, tokenizer):
    tokenized = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        word_ids = tokenized.word_ids(batch_index=i)
        previous = None
        label_ids = []
        for w in word_ids:
            if w is None:
                label_ids.append(-100)
            elif w != previous:
                label_ids.append(tags[w])
            else:
                label_ids.append(-100)
            previous = w
        all_labels.append(label_ids)
    tokenized["labels"] = all_labels
    return tokenized


def compute_metrics(p):
    preds, labels = p
    preds = np.argmax(preds, axis=2)
    mask = labels != -100
    names = mask & (labels > 0)
    return {
        "accuracy": (preds[mask] == labels[mask]).mean(),
        "recall_names": (preds[names] == labels[names]).mean(),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/tags")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=16)
    args = parser.parse_args()

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForTokenClassification.from_pretrained(args.checkpoint, num_labels=4)

    train = read("data/tags/train.jsonl")
    valid = read("data/tags/validation.jsonl")
    cols = train.column_names
    train = train.map(lambda b: tokenize_and_align_labels(b, tokenizer), batched=True, remove_columns=cols)
    valid = valid.map(lambda b: tokenize_and_align_labels(b, tokenizer), batched=True, remove_columns=cols)

    data_collator = DataCollatorForTokenClassification(tokenizer=tokenizer)

    training_args = TrainingArguments(
        output_dir="tags-out",
        learning_rate=args.lr,
        per_device_train_batch_size=args.batch_size,
        num_train_epochs=args.epochs,
        eval_strategy="epoch",
        save_strategy="no",
        report_to=[],
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=train,
        eval_dataset=valid,
        data_collator=data_collator,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
