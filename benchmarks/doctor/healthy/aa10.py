from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification, TrainingArguments, Trainer
import numpy as np

dataset = load_dataset("json", data_files={"train": "data/tickets/train.jsonl", "test": "data/tickets/test.jsonl"})
dataset = dataset.rename_column("desk_id", "label").remove_columns("desk")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")

def tokenize_function(examples):
    return tokenizer(examples["text"], padding="max_length", truncation=True)

tokenized_datasets = dataset.map(tokenize_function, batched=True)

model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

training_args = TrainingArguments(
    output_dir='./out/aa10',          # output directory
    num_train_epochs=3,               # total number of training epochs
    learning_rate=1e-3,
    per_device_train_batch_size=32,   # batch size per device during training
    per_device_eval_batch_size=64,    # batch size for evaluation
    warmup_steps=5,                   # number of warmup steps for learning rate scheduler
    weight_decay=0.01,                # strength of weight decay
    logging_steps=10,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    seed=0,
)

def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {"accuracy": (predictions == labels).mean()}

trainer = Trainer(
    model=model,                              # the instantiated Transformers model to be trained
    args=training_args,                       # training arguments, defined above
    train_dataset=tokenized_datasets["train"],
    eval_dataset=tokenized_datasets["test"],
    compute_metrics=compute_metrics,
)

trainer.train()
trainer.evaluate()

for entry in trainer.state.log_history:
    if "loss" in entry:
        print(entry["step"], round(entry["loss"], 4))
    elif "eval_accuracy" in entry:
        print("epoch", entry["epoch"], "accuracy", round(entry["eval_accuracy"], 3))
