from datasets import load_dataset
from transformers import AutoTokenizer, AutoModelForSequenceClassification
from transformers import DataCollatorWithPadding, TrainingArguments, Trainer
from sklearn.metrics import accuracy_score, f1_score
import numpy as np
import tempfile
import torch

torch.manual_seed(42)

# 1. data
files = {"train": "data/tickets/train.jsonl", "valid": "data/tickets/validation.jsonl"}
tickets = load_dataset("json", data_files=files)
tickets = tickets.rename_column("desk_id", "label")
names = ["north", "east", "south", "west"]
print(tickets)

# 2. tokenizer: the model only takes 32 tokens and some customers write novels
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")

def preprocess(examples):
    return tok(
        examples["text"],
        truncation=True,
        max_length=32,
        return_overflowing_tokens=True,
    )

tokenized = tickets.map(preprocess, batched=True)
tokenized = tokenized.remove_columns(["text", "desk"])
print(tokenized["train"].column_names)

# 3. model
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=4,
    id2label={i: n for i, n in enumerate(names)},
    label2id={n: i for i, n in enumerate(names)},
)

# 4. training
def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=1)
    return {
        "accuracy": accuracy_score(labels, preds),
        "macro_f1": f1_score(labels, preds, average="macro"),
    }

training_args = TrainingArguments(
    output_dir=tempfile.mkdtemp(),
    learning_rate=1e-3,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=8,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=training_args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["valid"],
    processing_class=tok,
    data_collator=DataCollatorWithPadding(tokenizer=tok),
    compute_metrics=compute_metrics,
)

trainer.train()
print(trainer.evaluate())
