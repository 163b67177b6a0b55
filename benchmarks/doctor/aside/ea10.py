"""Which kinds of names does a sentence hold? A sentence can have none, one or several kinds."""
import json

import numpy as np
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

KINDS = ["river", "hill", "town"]  # tags 1, 2, 3 of the words
set_seed(8)


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def several_hot(tags):
    return [int(k in tags) for k in range(1, len(KINDS) + 1)]


def as_dataset(rows, tokenizer):
    ds = Dataset.from_dict(
        {
            "words": [r["words"] for r in rows],
            "labels": [several_hot(r["tags"]) for r in rows],
        }
    )

    def tokenise(batch):
        return tokenizer(batch["words"], is_split_into_words=True, truncation=True, max_length=64)

    return ds.map(tokenise, batched=True, remove_columns=["words"])


def metrics(p):
    probs = 1 / (1 + np.exp(-p.predictions))
    guess = (probs > 0.5).astype(int)
    truth = p.label_ids.astype(int)
    return {
        "micro_f1": f1_score(truth, guess, average="micro", zero_division=0),
        "all_right": float((truth == guess).all(axis=1).mean()),
    }


def main():
    ckpt = "checkpoints/tags"
    tokenizer = AutoTokenizer.from_pretrained(ckpt)

    train_rows = load("train")
    seen = {" ".join(r["words"]) for r in train_rows}
    valid_rows = [r for r in load("validation") if " ".join(r["words"]) not in seen]
    test_rows = [r for r in load("test") if " ".join(r["words"]) not in seen]

    model = AutoModelForSequenceClassification.from_pretrained(
        ckpt,
        num_labels=len(KINDS),
        problem_type="multi_label_classification",
        id2label=dict(enumerate(KINDS)),
        label2id={k: i for i, k in enumerate(KINDS)},
    )

    args = TrainingArguments(
        output_dir="out/ea10",
        num_train_epochs=15,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="micro_f1",
        greater_is_better=True,
        logging_steps=30,
        report_to="none",
        seed=8,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=as_dataset(train_rows, tokenizer),
        eval_dataset=as_dataset(valid_rows, tokenizer),
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=metrics,
    )
    trainer.train()
    print(trainer.evaluate(as_dataset(test_rows, tokenizer), metric_key_prefix="test"))


if __name__ == "__main__":
    main()
