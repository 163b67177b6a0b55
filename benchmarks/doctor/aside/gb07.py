"""Paraphrase detection (MRPC). The classes are 2:1, so the loss gets class weights."""
import os

import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)

GLUE = "data/glue/mrpc"
CKPT = "checkpoints/bert"


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.class_weights = class_weights

    def compute_loss(self, model, inputs, return_outputs=False):
        labels = inputs.get("labels")
        outputs = model(**inputs)
        logits = outputs.get("logits")
        weight = self.class_weights.to(logits.device)
        loss_fct = torch.nn.CrossEntropyLoss(weight=weight)
        loss = loss_fct(logits.view(-1, model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def get_split(name):
    df = pd.read_parquet(os.path.join(GLUE, f"{name}-00000-of-00001.parquet"))
    return Dataset.from_dict({
        "sentence1": df["sentence1"].tolist(),
        "sentence2": df["sentence2"].tolist(),
        "labels": df["label"].tolist(),
    })


def metrics(pred):
    y = np.argmax(pred.predictions, axis=1)
    return {"acc": float((y == pred.label_ids).mean()),
            "f1_no": f1_score(pred.label_ids, y, pos_label=0),
            "f1_yes": f1_score(pred.label_ids, y, pos_label=1)}


if __name__ == "__main__":
    set_seed(5)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)

    def tok(b):
        return tokenizer(b["sentence1"], b["sentence2"], truncation=True, max_length=160)

    train = get_split("train").map(tok, batched=True, remove_columns=["sentence1", "sentence2"])
    dev = get_split("validation").map(tok, batched=True, remove_columns=["sentence1", "sentence2"])

    counts = np.bincount(train["labels"], minlength=2)
    weights = torch.tensor(counts.sum() / (2 * counts), dtype=torch.float)
    print("class weights", weights.tolist())

    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    trainer = WeightedTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/gb07",
            num_train_epochs=3,
            learning_rate=3e-4,
            per_device_train_batch_size=32,
            per_device_eval_batch_size=64,
            warmup_ratio=0.1,
            eval_strategy="epoch",
            save_strategy="no",
            logging_steps=20,
            report_to="none",
            use_cpu=True,
        ),
        train_dataset=train,
        eval_dataset=dev,
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=metrics,
        class_weights=weights,
    )
    trainer.train()
    print(trainer.evaluate())
