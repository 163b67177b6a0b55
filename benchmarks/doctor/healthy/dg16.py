"""Sentiment with the Trainer: a development part is cut from the training rows for early
stopping, the validation file is used once, at the end."""
import numpy as np
import pandas as pd
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/bert"


def read(split):
    frame = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    return Dataset.from_pandas(frame.drop(columns="idx"), preserve_index=False)


def main():
    set_seed(19)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def encode(batch):
        # padded by the collator, batch by batch
        return tokenizer(batch["sentence"], truncation=True, max_length=64)

    parts = read("train").map(encode, batched=True).train_test_split(test_size=300, seed=19)
    final_test = read("validation").map(encode, batched=True)

    def compute_metrics(p):
        # predictions are class numbers already, see argmax() below
        guess, truth = p.predictions, p.label_ids
        f1 = []
        for c in (0, 1):
            tp = np.sum((guess == c) & (truth == c))
            f1.append(2 * tp / max(1, np.sum(guess == c) + np.sum(truth == c)))
        return {"accuracy": float(np.mean(guess == truth)), "macro_f1": float(np.mean(f1))}

    def argmax(logits, labels):
        return logits.argmax(dim=-1)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT,
        num_labels=2,
        id2label={0: "negative", 1: "positive"},
        label2id={"negative": 0, "positive": 1},
    )
    args = TrainingArguments(
        output_dir="out/dg16",
        num_train_epochs=6,
        learning_rate=3e-4,
        lr_scheduler_type="linear",
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=100,
        gradient_accumulation_steps=2,
        group_by_length=True,
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="macro_f1",
        greater_is_better=True,
        report_to="none",
        seed=19,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=parts["train"],
        eval_dataset=parts["test"],
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
        preprocess_logits_for_metrics=argmax,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
    )
    trainer.train()
    print("best on the development rows:", trainer.state.best_metric)
    print(trainer.evaluate(final_test, metric_key_prefix="final"))


if __name__ == "__main__":
    main()
