"""Fine-tune the small BERT on SST-2 with layer-wise learning-rate decay and early stopping.

The GLUE copy has no labelled test file: the development rows are carved out of `train`,
and the file called `validation` is looked at exactly once, at the very end.
"""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.model_selection import train_test_split
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    EarlyStoppingCallback,
    Trainer,
    TrainingArguments,
    set_seed,
)

CKPT = "checkpoints/bert"
OUT = "out/jc01"
PEAK_LR = 5e-4
DECAY = 0.8
WEIGHT_DECAY = 0.01

set_seed(7)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


class LayerwiseTrainer(Trainer):
    """The head learns at PEAK_LR, each layer below it at DECAY times the one above."""

    def depth_of(self, name):
        n_layers = self.model.config.num_hidden_layers
        if name.startswith("bert.embeddings"):
            return n_layers + 1
        if name.startswith("bert.encoder.layer."):
            return n_layers - int(name.split(".")[3])
        return 0  # pooler and classifier

    def create_optimizer(self):
        if self.optimizer is None:
            decayed = set(self.get_decay_parameter_names(self.model))
            groups = {}
            for name, param in self.model.named_parameters():
                key = (self.depth_of(name), name in decayed)
                groups.setdefault(key, []).append(param)
            self.optimizer = torch.optim.AdamW(
                [
                    {
                        "params": params,
                        "lr": PEAK_LR * DECAY**depth,
                        "weight_decay": WEIGHT_DECAY if decays else 0.0,
                    }
                    for (depth, decays), params in sorted(groups.items(), key=lambda kv: kv[0])
                ],
                betas=(0.9, 0.999),
                eps=1e-8,
            )
        return self.optimizer


def encode(frame):
    ds = Dataset.from_dict({"sentence": frame["sentence"].tolist(), "label": frame["label"].tolist()})
    return ds.map(
        lambda b: tokenizer(b["sentence"], truncation=True, max_length=64),
        batched=True,
        remove_columns=["sentence"],
    )


def accuracy(pred):
    return {"accuracy": float((pred.predictions.argmax(-1) == pred.label_ids).mean())}


def main():
    full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    held = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    full = full.drop_duplicates("sentence")
    full = full[~full["sentence"].isin(set(held["sentence"]))]
    fit, dev = train_test_split(full, test_size=0.15, stratify=full["label"], random_state=7)

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    trainer = LayerwiseTrainer(
        model=model,
        args=TrainingArguments(
            output_dir=OUT,
            num_train_epochs=6,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=128,
            learning_rate=PEAK_LR,
            warmup_ratio=0.1,
            lr_scheduler_type="linear",
            group_by_length=True,
            eval_strategy="epoch",
            save_strategy="epoch",
            save_total_limit=2,
            logging_strategy="epoch",
            load_best_model_at_end=True,
            metric_for_best_model="accuracy",
            greater_is_better=True,
            report_to="none",
            use_cpu=True,
            seed=7,
        ),
        train_dataset=encode(fit),
        eval_dataset=encode(dev),
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=accuracy,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=2)],
    )
    trainer.train()
    test = trainer.evaluate(encode(held), metric_key_prefix="test")
    majority = float(np.bincount(held["label"]).max() / len(held))
    print(f"test accuracy {test['test_accuracy']:.3f} (always the same answer: {majority:.3f})")


if __name__ == "__main__":
    main()
