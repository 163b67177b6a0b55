"""Support desk classifier. Hyper-parameters live in HPARAMS."""
import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding
from transformers import Trainer, TrainingArguments

HPARAMS = dict(
    num_train_epochs=6,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    warmup_steps=10_000,
    weight_decay=0.01,
    lr_scheduler_type="linear",
    logging_steps=30,
    seed=2024,
)


def build_datasets(tokenizer):
    ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl",
                                          "validation": "data/tickets/validation.jsonl",
                                          "test": "data/tickets/test.jsonl"})
    ds = ds.rename_column("desk_id", "labels")
    return ds.map(lambda x: tokenizer(x["text"], truncation=True), batched=True, remove_columns=["text", "desk"])


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(axis=1) == p.label_ids))}


def build_trainer():
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    ds = build_datasets(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    args = TrainingArguments(output_dir="out/warm", eval_strategy="epoch", save_strategy="no", report_to="none",
                             **HPARAMS)
    trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=accuracy)
    return trainer, ds["test"]


if __name__ == "__main__":
    trainer, test = build_trainer()
    trainer.train()
    print({k: v for k, v in trainer.evaluate(test).items() if k in ("eval_loss", "eval_accuracy")})
