"""A skewed sentiment set: class weights in a Trainer subclass, judged by balanced accuracy."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import balanced_accuracy_score, f1_score
from sklearn.model_selection import train_test_split
from torch import nn
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(**{k: v for k, v in inputs.items() if k != "labels"})
        weight = self.class_weights.to(outputs.logits.device)
        loss = nn.functional.cross_entropy(outputs.logits, labels, weight=weight)
        return (loss, outputs) if return_outputs else loss


def compute_metrics(p):
    pred = p.predictions.argmax(-1)
    return {
        "balanced_accuracy": balanced_accuracy_score(p.label_ids, pred),
        "macro_f1": f1_score(p.label_ids, pred, average="macro"),
    }


if __name__ == "__main__":
    set_seed(8)
    full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
    final = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    full = full[~full["sentence"].isin(final["sentence"])]

    # complaints are the rare class: keep one in four of them, everywhere in the training file
    neg = full[full["label"] == 0].sample(frac=0.25, random_state=8)
    pos = full[full["label"] == 1]
    skewed = pd.concat([neg, pos])
    train, dev = train_test_split(skewed, test_size=0.15, stratify=skewed["label"], random_state=8)

    counts = np.bincount(train["label"], minlength=2)
    weights = torch.tensor(counts.sum() / (len(counts) * counts), dtype=torch.float32)
    print("train counts", counts.tolist(), "weights", weights.tolist())

    tok = AutoTokenizer.from_pretrained("checkpoints/bert")

    def make(df):
        ds = Dataset.from_dict({"sentence": df["sentence"].tolist(), "labels": df["label"].tolist()})
        return ds.map(lambda b: tok(b["sentence"], truncation=True, max_length=64), batched=True,
                      remove_columns=["sentence"])

    trainer = WeightedTrainer(
        model=AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2),
        args=TrainingArguments(
            output_dir="out/im07",
            num_train_epochs=8,
            learning_rate=5e-4,
            warmup_ratio=0.1,
            weight_decay=0.01,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=64,
            eval_strategy="epoch",
            save_strategy="epoch",
            logging_strategy="epoch",
            save_total_limit=1,
            load_best_model_at_end=True,
            metric_for_best_model="balanced_accuracy",
            greater_is_better=True,
            report_to="none",
            use_cpu=True,
        ),
        train_dataset=make(train),
        eval_dataset=make(dev),
        data_collator=DataCollatorWithPadding(tok),
        processing_class=tok,
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print("dev  ", trainer.evaluate())
    print("final", trainer.evaluate(make(final), metric_key_prefix="final"))
