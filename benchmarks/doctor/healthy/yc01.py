"""Find the names in a sentence and say which of the three groups they belong to."""
import argparse
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

LABELS = ["O", "A", "B", "C"]


def read(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return Dataset.from_list([json.loads(line) for line in f])


def tokenize_and_align(examples, tokenizer):
    tokenized = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    all_labels = []
    for i, tags in enumerate(examples["tags"]):
        previous = None
        labels = []
        for word in tokenized.word_ids(batch_index=i):
            if word is None or word == previous:
                labels.append(-100)
            else:
                labels.append(tags[word])
            previous = word
        all_labels.append(labels)
    tokenized["labels"] = all_labels
    return tokenized


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    keep = labels != -100
    pred = np.argmax(logits, axis=-1)[keep]
    gold = labels[keep]
    return {
        "accuracy": accuracy_score(gold, pred),
        "macro_f1": f1_score(gold, pred, average="macro"),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="checkpoints/tags")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--batch_size", type=int, default=16)
    args = parser.parse_args()

    set_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForTokenClassification.from_pretrained(
        args.model,
        num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)),
        label2id={l: i for i, l in enumerate(LABELS)},
    )
    splits = {}
    for name in ("train", "validation", "test"):
        ds = read(name)
        splits[name] = ds.map(
            tokenize_and_align, batched=True, remove_columns=ds.column_names, fn_kwargs={"tokenizer": tokenizer}
        )

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/yc01",
            num_train_epochs=args.epochs,
            learning_rate=args.lr,
            per_device_train_batch_size=args.batch_size,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="no",
            logging_strategy="epoch",
            report_to="none",
            disable_tqdm=True,
        ),
        train_dataset=splits["train"],
        eval_dataset=splits["validation"],
        data_collator=DataCollatorForTokenClassification(tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print(trainer.evaluate(splits["test"]))


if __name__ == "__main__":
    main()
