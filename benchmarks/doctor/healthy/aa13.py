import json
import math

import numpy as np
from datasets import Dataset
from torch import nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer, Trainer, TrainingArguments, set_seed


def read(split):
    with open("data/prices/%s.jsonl" % split) as fh:
        rows = [json.loads(l) for l in fh]
    return Dataset.from_dict({
        "text": [r["text"] for r in rows],
        "labels": [math.log(r["price"] / 1000) for r in rows],
    })


class RegressionTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = nn.MSELoss()(outputs.logits.squeeze(-1), labels)
        return (loss, outputs) if return_outputs else loss


def compute_metrics_for_regression(eval_pred):
    logits, labels = eval_pred
    logits = logits.reshape(-1)
    labels = labels.reshape(-1)
    mse = ((logits - labels) ** 2).mean()
    return {
        "rmse": float(np.sqrt(mse)),
        "r2": float(1 - mse / labels.var()),
        "spread": float(logits.std()),
    }


def run(ckpt="checkpoints/prices", epochs=10, bs=16):
    set_seed(13)
    tok = AutoTokenizer.from_pretrained(ckpt)
    train, val, test = (
        read(s).map(lambda b: tok(b["text"], padding="max_length", truncation=True, max_length=32), batched=True)
        for s in ("train", "validation", "test")
    )
    model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=1)
    args = TrainingArguments(
        output_dir="out/aa13",
        num_train_epochs=epochs,
        per_device_train_batch_size=bs,
        per_device_eval_batch_size=bs,
        learning_rate=1e-3,
        lr_scheduler_type="cosine",
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        label_names=["labels"],
        report_to="none",
    )
    trainer = RegressionTrainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=val,
        compute_metrics=compute_metrics_for_regression,
    )
    trainer.train()
    pred = trainer.predict(test)
    print(pred.metrics)
    for text, p, y in list(zip(test["text"], pred.predictions.reshape(-1), pred.label_ids))[:8]:
        print(f"{1000 * math.exp(p):7.0f} {1000 * math.exp(y):7.0f}  {text}")


if __name__ == "__main__":
    run()
