"""MRPC-like pairs are two thirds paraphrases: weigh the classes in the loss."""
from collections import Counter

import numpy as np
import pandas as pd
import torch
import torch.nn.functional as F
from datasets import Dataset
from sklearn.metrics import balanced_accuracy_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = torch.as_tensor(class_weights, dtype=torch.float32)

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = F.cross_entropy(
            outputs.logits, labels, weight=self.class_weights.to(outputs.logits.device)
        )
        return (loss, outputs) if return_outputs else loss


def read(name):
    return pd.read_parquet(f"data/glue/mrpc/{name}-00000-of-00001.parquet")


def encode(df, tokenizer):
    ds = Dataset.from_dict(
        {"a": df["sentence1"].tolist(), "b": df["sentence2"].tolist(), "labels": df["label"].tolist()}
    )
    return ds.map(
        lambda x: tokenizer(x["a"], x["b"], truncation=True, max_length=128),
        batched=True,
        remove_columns=["a", "b"],
    )


def metric(p):
    return {"balanced_accuracy": balanced_accuracy_score(p.label_ids, np.argmax(p.predictions, -1))}


if __name__ == "__main__":
    set_seed(21)
    ckpt = "checkpoints/bert"
    tokenizer = AutoTokenizer.from_pretrained(ckpt)
    model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=2)

    train_df = read("train")
    train, dev, test = (encode(df, tokenizer) for df in (train_df, read("validation"), read("test")))

    # n / (k * n_c), from the training rows
    counts = Counter(train_df["label"].tolist())
    weights = [len(train_df) / (len(counts) * counts[c]) for c in sorted(counts)]
    print("class weights:", [round(w, 3) for w in weights])

    trainer = WeightedTrainer(
        model=model,
        class_weights=weights,
        args=TrainingArguments(
            output_dir="out/ea12",
            num_train_epochs=4,
            learning_rate=3e-4,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=100,
            warmup_ratio=0.1,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=2,
            load_best_model_at_end=True,
            metric_for_best_model="balanced_accuracy",
            greater_is_better=True,
            report_to="none",
            seed=21,
        ),
        train_dataset=train,
        eval_dataset=dev,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=metric,
    )
    trainer.train()
    print(trainer.evaluate(test, metric_key_prefix="test"))
