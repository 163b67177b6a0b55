import os

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import accuracy_score, f1_score, precision_score, recall_score
from transformers import (
    AutoTokenizer,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

MODEL = "checkpoints/bert"
SST2 = "data/glue/sst2/{}-00000-of-00001.parquet"


def load(split, n=None):
    frame = pd.read_parquet(SST2.format(split))[["sentence", "label"]]
    ds = Dataset.from_pandas(frame, preserve_index=False)
    ds = ds.shuffle(seed=17)
    return ds.select(range(n)) if n else ds


def metrics(p):
    pred = np.argmax(p.predictions, axis=1)
    return {
        "accuracy": accuracy_score(p.label_ids, pred),
        "f1_macro": f1_score(p.label_ids, pred, average="macro"),
        "precision": precision_score(p.label_ids, pred, average="macro", zero_division=0),
        "recall": recall_score(p.label_ids, pred, average="macro", zero_division=0),
    }


def main():
    set_seed(17)
    tok = AutoTokenizer.from_pretrained(MODEL)

    def encode(batch):
        return tok(batch["sentence"], truncation=True, max_length=64)

    train = load("train", 960).map(encode, batched=True, remove_columns=["sentence"])
    dev = load("validation").map(encode, batched=True, remove_columns=["sentence"])
    # first half of the dev rows picks the epoch, the other half is for the report
    n = len(dev) // 2
    dev, report = dev.select(range(n)), dev.select(range(n, len(dev)))

    model = BertForSequenceClassification.from_pretrained(MODEL, num_labels=2)

    args = TrainingArguments(
        output_dir="out/fg10",
        num_train_epochs=4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        learning_rate=3e-4,
        weight_decay=0.01,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        logging_steps=10,
        load_best_model_at_end=True,
        metric_for_best_model="f1",
        greater_is_better=True,
        report_to="none",
        use_cpu=True,
        seed=17,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=dev,
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=metrics,
    )
    trainer.train()
    print(trainer.evaluate(report, metric_key_prefix="report"))


if __name__ == "__main__":
    main()
