import numpy as np
import pandas as pd
from datasets import Dataset
from sklearn.metrics import confusion_matrix
from transformers import AutoModelForSequenceClassification, AutoTokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments, set_seed

set_seed(0)
checkpoint = "checkpoints/tickets"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def load_split(path):
    df = pd.read_json(path, lines=True)
    df = df[["text", "desk"]]
    label2id = {name: i for i, name in enumerate(["north", "east", "south", "west"])}
    df["label"] = df["desk"].map(label2id)
    ds = Dataset.from_pandas(df[["text", "label"]], preserve_index=False)
    return ds.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)


train_ds = load_split("data/tickets/train.jsonl")
val_ds = load_split("data/tickets/validation.jsonl")
test_ds = load_split("data/tickets/test.jsonl")
print(len(train_ds), len(val_ds), len(test_ds))

model = AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=4)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=-1)
    return {"accuracy": float((preds == labels).mean())}


args = TrainingArguments(
    output_dir="out/yb11",
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=6,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

print("train", trainer.evaluate(train_ds)["eval_accuracy"])
print("val  ", trainer.evaluate(val_ds)["eval_accuracy"])
out = trainer.predict(test_ds)
print("test ", out.metrics["test_accuracy"])
print(confusion_matrix(out.label_ids, out.predictions.argmax(-1)))
