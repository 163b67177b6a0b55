"""NLI with a two-layer BERT: entailment / neutral / contradiction.

Learns from the MNLI-like sentences and reports on the matched validation file.
"""
import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    BertForSequenceClassification,
    BertTokenizerFast,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

MODEL_DIR = "checkpoints/bert"
MAX_LEN = 96
NAMES = ["entailment", "neutral", "contradiction"]


def get_split(name, tokenizer, limit=None):
    frame = pd.read_parquet(f"data/glue/mnli/{name}-00000-of-00001.parquet")
    if limit is not None:
        frame = frame.sample(n=limit, random_state=0)
    data = Dataset.from_pandas(frame, preserve_index=False)

    def to_features(batch):
        return tokenizer(batch["premise"], batch["hypothesis"], truncation=True, max_length=MAX_LEN)

    return data.map(to_features, batched=True, remove_columns=["premise", "hypothesis", "idx"])


def scores(eval_prediction):
    logits, gold = eval_prediction
    guess = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(gold, guess),
        "f1": f1_score(gold, guess),
    }


def build_trainer(tokenizer, train, dev):
    model = BertForSequenceClassification.from_pretrained(
        MODEL_DIR,
        num_labels=3,
        id2label={i: n for i, n in enumerate(NAMES)},
        label2id={n: i for i, n in enumerate(NAMES)},
    )
    args = TrainingArguments(
        output_dir="out/ii06",
        learning_rate=3e-4,
        warmup_ratio=0.1,
        num_train_epochs=4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        eval_strategy="steps",
        eval_steps=50,
        save_strategy="no",
        logging_steps=50,
        group_by_length=True,
        report_to="none",
        use_cpu=True,
    )
    return Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=dev,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=scores,
    )


def main():
    set_seed(3)
    tokenizer = BertTokenizerFast.from_pretrained(MODEL_DIR)
    train = get_split("train", tokenizer)
    dev = get_split("validation_matched", tokenizer, limit=480)
    trainer = build_trainer(tokenizer, train, dev)
    trainer.train()
    for key, value in trainer.evaluate().items():
        print(f"{key:28s} {value:.4f}")


if __name__ == "__main__":
    main()
