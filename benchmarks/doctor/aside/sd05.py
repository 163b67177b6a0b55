import numpy as np
from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import DataCollatorWithPadding, EarlyStoppingCallback, Trainer, TrainingArguments

checkpoint = "checkpoints/tickets"
files = {k: f"data/tickets/{k}.jsonl" for k in ["train", "validation", "test"]}
dataset = load_dataset("json", data_files=files)

tokenizer = AutoTokenizer.from_pretrained(checkpoint)

def tokenize(batch):
    return tokenizer(batch["text"], truncation=True)

dataset = dataset.map(tokenize, batched=True)
dataset = dataset.remove_columns(["text", "desk"])
dataset = dataset.rename_column("desk_id", "labels")
dataset.set_format("torch")

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)

def compute_metrics(eval_preds):
    logits, labels = eval_preds
    return {"accuracy": float((np.argmax(logits, axis=1) == labels).mean())}

training_args = TrainingArguments(
    output_dir="out/sd05",
    overwrite_output_dir=True,
    num_train_epochs=12,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=5e-4,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    logging_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=dataset["train"],
    eval_dataset=dataset["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
    callbacks=[EarlyStoppingCallback(early_stopping_patience=3)],
)

trainer.train()
print("best checkpoint:", trainer.state.best_model_checkpoint, trainer.state.best_metric)
print(trainer.evaluate(dataset["test"]))
