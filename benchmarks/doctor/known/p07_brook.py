from dataclasses import dataclass

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments)


@dataclass
class Config:
    ckpt: str = "checkpoints/tickets"
    data: str = "data/tickets"
    out: str = "out/brook"
    lr: float = 1e-3
    bs: int = 16
    epochs: int = 8
    patience: int = 3


CFG = Config()


def get_data(tokenizer):
    ds = load_dataset(CFG.data)
    ds = ds.map(lambda x: tokenizer(x["text"], truncation=True, max_length=32), batched=True,
                remove_columns=["text", "desk"])
    return ds.rename_column("desk_id", "labels")


def score(pred):
    y_hat = np.argmax(pred.predictions, axis=1)
    return {"acc": float((y_hat == pred.label_ids).mean())}


def main():
    tokenizer = AutoTokenizer.from_pretrained(CFG.ckpt)
    ds = get_data(tokenizer)
    args = TrainingArguments(
        output_dir=CFG.out,
        learning_rate=CFG.lr,
        per_device_train_batch_size=CFG.bs,
        num_train_epochs=CFG.epochs,
        eval_strategy="epoch",
        save_strategy="steps",
        save_steps=100,
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="acc",
        warmup_ratio=0.1,
        report_to="none",
        seed=1,
    )
    model = AutoModelForSequenceClassification.from_pretrained(CFG.ckpt, num_labels=4)
    trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["validation"],
                      data_collator=DataCollatorWithPadding(tokenizer), compute_metrics=score,
                      callbacks=[EarlyStoppingCallback(early_stopping_patience=CFG.patience)])
    trainer.train()
    print(trainer.evaluate(ds["test"]))


if __name__ == "__main__":
    main()
