"""Sentiment (SST-2 sentences) with a tiny BERT and prepare_tf_dataset."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import evaluate
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    TFAutoModelForSequenceClassification,
    set_seed,
)

set_seed(0)
checkpoint = "checkpoints/bert"

raw = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/sst2/train-*.parquet",
        "validation": "data/glue/sst2/validation-*.parquet",
    },
)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=64)


tokenized = raw.map(tokenize, batched=True, remove_columns=["sentence", "idx"])
collator = DataCollatorWithPadding(tokenizer, return_tensors="np")

model = TFAutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
)

train_set = model.prepare_tf_dataset(
    tokenized["train"], batch_size=32, shuffle=True, collate_fn=collator
)
eval_set = model.prepare_tf_dataset(
    tokenized["validation"], batch_size=32, shuffle=False, collate_fn=collator
)

model.compile(optimizer=tf.keras.optimizers.Adam(5e-4))
model.fit(train_set, validation_data=eval_set, epochs=3, verbose=2)

logits = model.predict(eval_set, verbose=0).logits
predictions = np.argmax(logits, axis=-1)

metric = evaluate.load("data/metrics/glue", "sst2")
print(metric.compute(predictions=predictions, references=tokenized["validation"]["label"]))
