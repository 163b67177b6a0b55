"""Fine-tuning for prices: the target is standardised with the training split, the metric is in money again."""
import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer, TrainingArguments, set_seed


def main(checkpoint="checkpoints/prices", folder="data/prices"):
    set_seed(42)
    tokenizer = AutoTokenizer.from_pretrained(checkpoint)
    raw = load_dataset(folder)
    prices = np.array(raw["train"]["price"], dtype=np.float64)
    mean, std = prices.mean(), prices.std()

    def encode(batch):
        enc = tokenizer(batch["text"], truncation=True)
        enc["labels"] = [(p - mean) / std for p in batch["price"]]
        return enc

    data = raw.map(encode, batched=True, remove_columns=["text", "price"])

    def compute_metrics(eval_pred):
        guess = eval_pred.predictions.reshape(-1) * std + mean
        gold = eval_pred.label_ids.reshape(-1) * std + mean
        residual = guess - gold
        return {
            "mae": np.abs(residual).mean(),
            "rmse": np.sqrt((residual**2).mean()),
            "r2": 1 - (residual**2).sum() / ((gold - gold.mean()) ** 2).sum(),
        }

    trainer = Trainer(
        model=AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=1, problem_type="regression"),
        args=TrainingArguments(
            "runs/basalt", learning_rate=1e-3, num_train_epochs=10, per_device_train_batch_size=16, per_device_eval_batch_size=80,
            warmup_steps=20, logging_steps=60, eval_strategy="steps", eval_steps=60, save_strategy="no", report_to="none",
        ),
        train_dataset=data["train"],
        eval_dataset=data["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=compute_metrics,
    )
    trainer.train()
    test = trainer.predict(data["test"]).metrics
    print({k: round(float(v), 3) for k, v in test.items() if "runtime" not in k and "per_second" not in k})


if __name__ == "__main__":
    main()
