# Finding names in short messages (person / place / firm), fine-tuning the small checkpoint.
# Was a notebook, cells are separated by the dashed lines.
import pandas as pd
import numpy as np
from datasets import Dataset
from sklearn.metrics import precision_recall_fscore_support
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, Trainer,
                          TrainingArguments, set_seed)

set_seed(42)
CKPT = "checkpoints/tags"
LABELS = ["O", "PER", "LOC", "ORG"]

# ----------------------------------------------------------------------
train_df = pd.read_json("data/tags/train.jsonl", lines=True)
val_df = pd.read_json("data/tags/validation.jsonl", lines=True)
test_df = pd.read_json("data/tags/test.jsonl", lines=True)

# a few sentences occur in more than one file
def key(df):
    return df["words"].map(" ".join)

val_df = val_df[~key(val_df).isin(key(train_df))]
test_df = test_df[~key(test_df).isin(key(train_df)) & ~key(test_df).isin(key(val_df))]
print(len(train_df), len(val_df), len(test_df))

# ----------------------------------------------------------------------
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def encode(batch):
    enc = tokenizer(batch["words"], is_split_into_words=True,
                    truncation=True, max_length=64)
    enc["labels"] = [[-100] + list(tags) + [-100] for tags in batch["tags"]]
    return enc


def to_ds(df):
    ds = Dataset.from_dict({"words": df["words"].tolist(), "tags": df["tags"].tolist()})
    return ds.map(encode, batched=True, remove_columns=["words", "tags"])


train_ds, val_ds, test_ds = map(to_ds, (train_df, val_df, test_df))

# ----------------------------------------------------------------------
model = AutoModelForTokenClassification.from_pretrained(
    CKPT,
    num_labels=len(LABELS),
    id2label=dict(enumerate(LABELS)),
    label2id={name: i for i, name in enumerate(LABELS)},
)
collator = DataCollatorForTokenClassification(tokenizer)


def compute_metrics(p):
    preds = p.predictions.argmax(-1)
    mask = p.label_ids != -100
    y, yhat = p.label_ids[mask], preds[mask]
    prec, rec, f1, _ = precision_recall_fscore_support(
        y, yhat, labels=[1, 2, 3], average="micro", zero_division=0)
    return {"precision": prec, "recall": rec, "f1": f1}


args = TrainingArguments(
    output_dir="out/jh01",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    learning_rate=1e-3,
    num_train_epochs=10,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
)
trainer = Trainer(model=model, args=args, train_dataset=train_ds, eval_dataset=val_ds,
                  data_collator=collator, processing_class=tokenizer,
                  compute_metrics=compute_metrics)
trainer.train()
print(trainer.evaluate(test_ds, metric_key_prefix="test"))
