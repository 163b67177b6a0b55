import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, precision_recall_fscore_support
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    DistilBertForSequenceClassification,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
model = DistilBertForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)

dataset = load_dataset(
    "json",
    data_files={"train": "data/tickets/train.jsonl", "validation": "data/tickets/validation.jsonl"},
)
dataset = dataset.map(lambda x: tokenizer(x["text"], truncation=True), batched=True)
dataset = dataset.rename_column("desk_id", "label")


def compute_metrics(pred):
    labels = pred.label_ids
    preds = pred.predictions.argmax(-1)
    precision, recall, f1, _ = precision_recall_fscore_support(labels, preds, average="macro", zero_division=0)
    return {"accuracy": accuracy_score(labels, preds), "f1": f1, "precision": precision, "recall": recall}


training_args = TrainingArguments(
    output_dir="out/yb08",             # output directory
    num_train_epochs=4,                # total number of training epochs
    per_device_train_batch_size=32,    # batch size per device during training
    per_device_eval_batch_size=64,     # batch size for evaluation
    learning_rate=1.5e-3,              # peak learning rate
    warmup_steps=10,                   # number of warmup steps for learning rate scheduler
    weight_decay=0.01,                 # strength of weight decay
    logging_dir="out/yb08/logs",       # directory for storing logs
    logging_steps=10,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=dataset["train"],
    eval_dataset=dataset["validation"],
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())
pred = trainer.predict(dataset["validation"]).predictions.argmax(-1)
print("predicted per class:", np.bincount(pred, minlength=4))
