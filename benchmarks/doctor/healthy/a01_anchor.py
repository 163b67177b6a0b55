# Fine-tuning a small DistilBERT for routing support tickets.
import numpy as np
from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)

raw_datasets = load_dataset("data/tickets")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def tokenize_function(examples):
    return tokenizer(examples["text"], truncation=True)


tokenized = raw_datasets.map(tokenize_function, batched=True)
tokenized = tokenized.remove_columns(["text", "desk"])
tokenized = tokenized.rename_column("desk_id", "labels")

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
data_collator = DataCollatorWithPadding(tokenizer=tokenizer)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": float((predictions == labels).mean())}


training_args = TrainingArguments(
    output_dir="runs/anchor",
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=5,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=data_collator,
    compute_metrics=compute_metrics,
)
trainer.train()

print("validation:", trainer.evaluate())
print("test:", trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
