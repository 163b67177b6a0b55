import numpy as np
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification
from transformers import AutoTokenizer
from transformers import DataCollatorWithPadding
from transformers import Trainer
from transformers import TrainingArguments

MODEL = "checkpoints/tickets"
FILES = {s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def split_message(row):
    subject, body = row["text"].split(" . order [ORDER] . ")
    return {"subject": subject, "body": body}


def tokenize_function(examples):
    return tokenizer(examples["subject"], examples["body"], truncation=True)


def compute_metrics(eval_preds):
    logits, labels = eval_preds
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": float(np.mean(predictions == labels))}


def main():
    tickets = load_dataset("json", data_files=FILES)
    tickets = tickets.map(split_message)
    tickets = tickets.rename_column("desk_id", "label")
    print(tickets["train"][0])

    tokenized_datasets = tickets.map(tokenize_function, batched=True)
    print(tokenized_datasets)

    model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4)
    training_args = TrainingArguments(
        "out/rd06",
        eval_strategy="epoch",
        save_strategy="no",
        num_train_epochs=6,
        learning_rate=1e-3,
        per_device_train_batch_size=16,
        logging_steps=30,
        report_to="none",
    )
    trainer = Trainer(
        model,
        training_args,
        train_dataset=tokenized_datasets["train"],
        eval_dataset=tokenized_datasets["validation"],
        data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
        processing_class=tokenizer,
        compute_metrics=compute_metrics,
    )
    trainer.train()
    print("test:", trainer.evaluate(tokenized_datasets["test"])["eval_accuracy"])


if __name__ == "__main__":
    main()
