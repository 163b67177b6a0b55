"""Paraphrase check (MRPC columns) with a class-weighted loss: 'no paraphrase' is the smaller class."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(21)
base = "checkpoints/bert"
folder = "data/glue/mrpc"

frames = {s: pd.read_parquet(f"{folder}/{s}-00000-of-00001.parquet") for s in ("train", "validation", "test")}
freq = frames["train"].label.value_counts(normalize=True).sort_index()
weights = torch.tensor((1 / (2 * freq)).to_numpy(), dtype=torch.float32)

tokenizer = AutoTokenizer.from_pretrained(base)


def encode(df):
    ds = Dataset.from_pandas(df.drop(columns="idx"), preserve_index=False)
    return ds.map(
        lambda b: tokenizer(b["sentence1"], b["sentence2"], truncation=True, max_length=128),
        batched=True,
        remove_columns=["sentence1", "sentence2"],
    )


data = {name: encode(df) for name, df in frames.items()}


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = torch.nn.functional.cross_entropy(
            outputs.logits, labels, weight=self.class_weights.to(outputs.logits.device)
        )
        return (loss, outputs) if return_outputs else loss


def metrics(p):
    pred = p.predictions.argmax(-1)
    return {
        "accuracy": float((pred == p.label_ids).mean()),
        "macro_f1": f1_score(p.label_ids, pred, average="macro"),
    }


model = AutoModelForSequenceClassification.from_pretrained(base, num_labels=2)

trainer = WeightedTrainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/da07",
        num_train_epochs=3,
        learning_rate=3e-4,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=21,
    ),
    train_dataset=data["train"],
    eval_dataset=data["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=metrics,
    class_weights=weights,
)
trainer.train()

out = trainer.predict(data["test"])
print({k: round(v, 3) for k, v in out.metrics.items()})
print("predicted share of paraphrases:", np.mean(out.predictions.argmax(-1)))
