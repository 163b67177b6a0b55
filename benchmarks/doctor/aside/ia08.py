"""Complaint detector on an unbalanced sample: few positive reviews, many negative ones."""
import argparse

import pandas as pd
from datasets import Dataset
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--rare", type=int, default=150, help="how many rows of the rare class there are")
parser.add_argument("--epochs", type=float, default=3)
parser.add_argument("--seed", type=int, default=0)
cli = parser.parse_args()

MODEL = "checkpoints/bert"


def make_unbalanced(seed):
    df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")[["sentence", "label"]]
    rare = df[df["label"] == 1].sample(cli.rare, random_state=seed)
    return pd.concat([df[df["label"] == 0], rare], ignore_index=True)


def balance(df, seed):
    """Repeat rows of the smaller class until both are the same size."""
    counts = df["label"].value_counts()
    small = counts.idxmin()
    extra = df[df["label"] == small].sample(int(counts.max() - counts.min()), replace=True, random_state=seed)
    return pd.concat([df, extra], ignore_index=True)


df = make_unbalanced(cli.seed)
print("before:", df["label"].value_counts().to_dict())
df = balance(df, cli.seed)
print("after: ", df["label"].value_counts().to_dict())

train_df, test_df = train_test_split(df, test_size=0.2, stratify=df["label"], random_state=cli.seed)

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def as_dataset(frame):
    d = Dataset.from_dict({"sentence": frame["sentence"].tolist(), "label": frame["label"].tolist()})
    return d.map(lambda b: tokenizer(b["sentence"], truncation=True), batched=True)


train_ds, test_ds = as_dataset(train_df), as_dataset(test_df)
model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=2)

args = TrainingArguments(
    output_dir="out/ia08",
    num_train_epochs=cli.epochs,
    learning_rate=2e-4,
    warmup_ratio=0.1,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    eval_strategy="no",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    seed=cli.seed,
)
trainer = Trainer(model=model, args=args, train_dataset=train_ds, processing_class=tokenizer)
trainer.train()

out = trainer.predict(test_ds)
pred = out.predictions.argmax(-1)
print(classification_report(out.label_ids, pred, target_names=["negative", "positive"], digits=3))
print("macro f1 on the held-out part:", round(f1_score(out.label_ids, pred, average="macro"), 3))
