import os
import shutil

import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    pipeline,
    set_seed,
)

MODEL_NAME = "checkpoints/bert"
SAVE_DIR = "out/aa07/final"
LABELS = ["negative", "positive"]


def tokenize_fn(tokenizer):
    def fn(batch):
        return tokenizer(batch["sentence"], truncation=True, padding="max_length", max_length=32)
    return fn


def train():
    tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)
    dataset = load_dataset("data/glue", "sst2")
    dataset["train"] = dataset["train"].shuffle(seed=0).select(range(1200))
    tokenized = dataset.map(tokenize_fn(tokenizer), batched=True)

    model = AutoModelForSequenceClassification.from_pretrained(
        MODEL_NAME,
        num_labels=2,
        id2label={i: n for i, n in enumerate(LABELS)},
        label2id={n: i for i, n in enumerate(LABELS)},
    )

    args = TrainingArguments(
        output_dir="out/aa07",
        learning_rate=3e-4,
        num_train_epochs=3,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=25,
        report_to="none",
    )

    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=tokenized["train"],
        eval_dataset=tokenized["validation"],
        compute_metrics=lambda p: {"accuracy": (np.argmax(p.predictions, -1) == p.label_ids).mean()},
    )
    trainer.train()
    trainer.save_model(SAVE_DIR)
    tokenizer.save_pretrained(SAVE_DIR)
    print("saved:", sorted(os.listdir(SAVE_DIR)))


def use():
    classifier = pipeline("text-classification", model=SAVE_DIR)
    dev = load_dataset("data/glue", "sst2", split="validation")
    results = classifier(dev["sentence"][:200], batch_size=50)
    hits = [r["label"] == LABELS[y] for r, y in zip(results, dev["label"][:200])]
    print("accuracy of the saved model:", np.mean(hits))
    print(results[:3])


if __name__ == "__main__":
    set_seed(11)
    shutil.rmtree(SAVE_DIR, ignore_errors=True)
    train()
    use()
