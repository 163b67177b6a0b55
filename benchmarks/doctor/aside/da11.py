"""Sentiment of guest reviews. Settings copied from our big run, data set is small now."""
import pandas as pd
from datasets import Dataset, DatasetDict
from sklearn.model_selection import train_test_split
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments, set_seed

SEED = 17
MODEL = "checkpoints/bert"
LABELS = ["negative", "positive"]


def load_reviews():
    df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")[["sentence", "label"]]
    test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")[["sentence", "label"]]
    train, dev = train_test_split(df, test_size=0.15, stratify=df.label, random_state=SEED)
    return DatasetDict({
        name: Dataset.from_pandas(frame, preserve_index=False)
        for name, frame in (("train", train), ("dev", dev), ("test", test))
    })


def accuracy(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((logits.argmax(axis=-1) == labels).mean())}


def main():
    set_seed(SEED)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    reviews = load_reviews().map(
        lambda batch: tokenizer(batch["sentence"], truncation=True, max_length=64),
        batched=True,
        remove_columns=["sentence"],
    )

    model = AutoModelForSequenceClassification.from_pretrained(
        MODEL,
        num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)),
        label2id={name: i for i, name in enumerate(LABELS)},
    )

    args = TrainingArguments(
        output_dir="out/da11",
        num_train_epochs=2,
        per_device_train_batch_size=64,
        per_device_eval_batch_size=128,
        learning_rate=3e-4,
        weight_decay=0.01,
        warmup_steps=500,
        lr_scheduler_type="linear",
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=SEED,
    )

    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=reviews["train"],
        eval_dataset=reviews["dev"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=accuracy,
    )
    trainer.train()
    print("dev ", trainer.evaluate())
    print("test", trainer.evaluate(reviews["test"], metric_key_prefix="test"))
    trainer.save_model("out/da11/final")


if __name__ == "__main__":
    main()
