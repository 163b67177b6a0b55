"""MRPC has about twice as many paraphrases as others: weight the classes in the loss."""
import numpy as np
import torch
import torch.nn as nn
from datasets import load_dataset
from sklearn.metrics import balanced_accuracy_score, f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

CKPT = "checkpoints/bert"


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss_fct = nn.CrossEntropyLoss(weight=self.class_weights.to(outputs.logits.device))
        loss = loss_fct(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def get_data(tokenizer):
    ds = load_dataset(
        "parquet",
        data_files={
            "train": "data/glue/mrpc/train-00000-of-00001.parquet",
            "validation": "data/glue/mrpc/validation-00000-of-00001.parquet",
            "test": "data/glue/mrpc/test-00000-of-00001.parquet",
        },
        cache_dir="out/fa07/cache",
    )

    def f(batch):
        return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128)

    return ds.map(f, batched=True, remove_columns=["sentence1", "sentence2", "idx"])


def compute_metrics(p):
    yhat = p.predictions.argmax(axis=1)
    return {
        "balanced_accuracy": balanced_accuracy_score(p.label_ids, yhat),
        "macro_f1": f1_score(p.label_ids, yhat, average="macro"),
    }


def main():
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    ds = get_data(tokenizer)

    counts = np.bincount(ds["train"]["label"][:], minlength=2)
    weights = torch.tensor(counts.sum() / (2.0 * counts), dtype=torch.float32)
    print("weights", weights.tolist())

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    args = TrainingArguments(
        output_dir="out/fa07",
        learning_rate=3e-4,
        num_train_epochs=5,
        per_device_train_batch_size=32,
        per_device_eval_batch_size=64,
        warmup_ratio=0.1,
        weight_decay=0.01,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=5,
    )
    trainer = WeightedTrainer(
        model=model,
        args=args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        processing_class=tokenizer,
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate(ds["test"], metric_key_prefix="test"))


if __name__ == "__main__":
    main()
