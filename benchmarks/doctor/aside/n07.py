"""Fine-tune DistilBERT with the Trainer so that support tickets go to the right desk."""
import numpy as np
import torch
from datasets import load_dataset
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(42)

checkpoint = "checkpoints/tickets"

files = {split: f"data/tickets/{split}.jsonl" for split in ("train", "validation", "test")}
dataset = load_dataset("json", data_files=files)
desks = sorted(set(dataset["train"]["desk"]))
label2id = {desk: i for i, desk in enumerate(desks)}
id2label = {i: desk for desk, i in label2id.items()}

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def preprocess(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = [label2id[desk] for desk in batch["desk"]]
    return enc


encoded = dataset.map(preprocess, batched=True, remove_columns=dataset["train"].column_names)

model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=len(desks),
    id2label=id2label,
    label2id=label2id,
)


def compute_metrics(p):
    preds = np.argmax(p.predictions, axis=-1)
    return {
        "accuracy": accuracy_score(p.label_ids, preds),
        "f1_macro": f1_score(p.label_ids, preds, average="macro"),
    }


training_args = TrainingArguments(
    output_dir="./out/n07",             # output directory
    num_train_epochs=4,                 # total number of training epochs
    per_device_train_batch_size=32,     # batch size per device during training
    per_device_eval_batch_size=64,      # batch size for evaluation
    learning_rate=1e-3,                 # peak learning rate
    warmup_steps=500,                   # number of warmup steps for learning rate scheduler
    weight_decay=0.01,                  # strength of weight decay
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=15,
    report_to="none",
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)

trainer.train()

test_output = trainer.predict(encoded["test"])
print("test accuracy: {:.3f}".format(test_output.metrics["test_accuracy"]))
print("test macro F1: {:.3f}".format(test_output.metrics["test_f1_macro"]))
print("confusion matrix (rows: true desk, columns: predicted desk):", ", ".join(desks))
print(confusion_matrix(test_output.label_ids, np.argmax(test_output.predictions, axis=-1)))

example = "hello . my kettle makes a strange noise . order [ORDER] . please help"
model.eval()
with torch.no_grad():
    logits = model(**tokenizer(example, return_tensors="pt")).logits
print("example ->", model.config.id2label[logits.argmax(-1).item()], logits.softmax(-1).round(decimals=2).tolist()[0])
