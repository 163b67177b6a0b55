import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)


def get_data(tokenizer):
    ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl",
                                          "validation": "data/tickets/validation.jsonl",
                                          "test": "data/tickets/test.jsonl"})
    ds = ds.rename_column("desk_id", "label")
    ds = ds.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)
    return ds.remove_columns(["text", "desk"])


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))}


def main():
    set_seed(42)
    tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
    ds = get_data(tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

    training_args = TrainingArguments(
        output_dir="out/ba08",              # output directory
        num_train_epochs=5,                 # total number of training epochs
        per_device_train_batch_size=32,     # batch size per device during training
        per_device_eval_batch_size=64,      # batch size for evaluation
        learning_rate=2e-3,
        warmup_steps=8,                     # number of warmup steps for learning rate scheduler
        weight_decay=0.01,                  # strength of weight decay
        logging_steps=10,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(
        model=model,
        args=training_args,
        train_dataset=ds["train"],
        eval_dataset=ds["validation"],
        data_collator=DataCollatorWithPadding(tokenizer),
        compute_metrics=accuracy,
    )
    trainer.train()
    print(trainer.evaluate(ds["test"]))


if __name__ == "__main__":
    main()
