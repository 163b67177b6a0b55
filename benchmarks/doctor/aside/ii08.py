"""Paraphrase detection (MRPC), with class weights because two thirds of the pairs are paraphrases."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import matthews_corrcoef
from sklearn.utils.class_weight import compute_class_weight
from torch import nn
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

CKPT = "checkpoints/bert"


class BalancedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss_fct = nn.CrossEntropyLoss(weight=self.class_weights.to(outputs.logits.device))
        loss = loss_fct(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def read(split):
    frame = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    return Dataset.from_pandas(frame, preserve_index=False)


def metrics(p):
    guess = p.predictions.argmax(-1)
    return {
        "accuracy": float((guess == p.label_ids).mean()),
        "mcc": float(matthews_corrcoef(p.label_ids, guess)),
    }


def main():
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def encode(b):
        return tokenizer(b["sentence1"], b["sentence2"], truncation=True, max_length=128)

    drop = ["sentence1", "sentence2", "idx"]
    train = read("train").map(encode, batched=True, remove_columns=drop)
    valid = read("validation").map(encode, batched=True, remove_columns=drop)

    y = np.array(list(train["label"]))
    weights = compute_class_weight("balanced", classes=np.array([0, 1]), y=y)
    print("class weights:", weights)

    trainer = BalancedTrainer(
        model=AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2),
        args=TrainingArguments(
            output_dir="out/ii08",
            learning_rate=2e-4,
            num_train_epochs=4,
            per_device_train_batch_size=16,
            per_device_eval_batch_size=64,
            warmup_ratio=0.1,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=50,
            report_to="none",
            use_cpu=True,
            seed=7,
        ),
        train_dataset=train,
        eval_dataset=valid,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=metrics,
        class_weights=torch.tensor(weights, dtype=torch.float),
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
