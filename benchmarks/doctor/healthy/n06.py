"""Predict the asking price of a classified ad with a one-output head and the Hugging Face Trainer."""
import math

import torch
from datasets import load_dataset
from sklearn.metrics import mean_absolute_error, mean_squared_error, r2_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

SEED = 3
CKPT = "checkpoints/prices"
UNIT = 100.0  # train on hundreds

set_seed(SEED)


def load_ads(tokenizer):
    ds = load_dataset(
        "json",
        data_files={
            "train": "data/prices/train.jsonl",
            "dev": "data/prices/validation.jsonl",
            "test": "data/prices/test.jsonl",
        },
    )

    def encode(batch):
        out = tokenizer(batch["text"], truncation=True)
        out["labels"] = [p / UNIT for p in batch["price"]]
        return out

    return ds.map(encode, batched=True, remove_columns=["text", "price"])


def metrics(eval_pred):
    preds, labels = eval_pred
    preds = preds.squeeze(-1)
    return {
        "mae": mean_absolute_error(labels, preds) * UNIT,
        "rmse": math.sqrt(mean_squared_error(labels, preds)) * UNIT,
        "r2": r2_score(labels, preds),
    }


class HuberTrainer(Trainer):
    """Huber loss instead of the squared error, because a few ads have odd prices."""

    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss = torch.nn.functional.huber_loss(outputs.logits.squeeze(-1), labels, delta=1.0)
        return (loss, outputs) if return_outputs else loss


def main():
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    ads = load_ads(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1)

    args = TrainingArguments(
        output_dir="out/n06",
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        num_train_epochs=20,
        weight_decay=0.01,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
        seed=SEED,
    )
    trainer = HuberTrainer(
        model=model,
        args=args,
        train_dataset=ads["train"],
        eval_dataset=ads["dev"],
        data_collator=DataCollatorWithPadding(tokenizer),
        processing_class=tokenizer,
        compute_metrics=metrics,
    )
    trainer.train()

    result = trainer.evaluate(ads["test"], metric_key_prefix="test")
    print("test MAE  {:.1f}".format(result["test_mae"]))
    print("test RMSE {:.1f}".format(result["test_rmse"]))
    print("test R2   {:.3f}".format(result["test_r2"]))


if __name__ == "__main__":
    main()
