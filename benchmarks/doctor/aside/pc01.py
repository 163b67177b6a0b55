# Routes customer tickets to one of four desks. Fine-tunes our small in-house DistilBERT.
import evaluate
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
CKPT = "checkpoints/tickets"

raw = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
print(raw["train"][0])

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True)


tokenized = raw.map(tokenize, batched=True, remove_columns=["text", "desk"])

desks = sorted(set(zip(raw["train"]["desk_id"], raw["train"]["desk"])))
id2label = {i: name for i, name in desks}
label2id = {name: i for i, name in desks}

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT, num_labels=len(id2label), id2label=id2label, label2id=label2id
)

accuracy = evaluate.load("data/metrics/glue", "sst2")  # plain accuracy


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return accuracy.compute(predictions=np.argmax(logits, axis=-1), references=labels)


args = TrainingArguments(
    output_dir="out_tickets",
    learning_rate=5e-4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    num_train_epochs=6,
    weight_decay=0.01,
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_strategy="epoch",
    report_to="none",
    seed=42,
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=tokenized["train"],
    eval_dataset=tokenized["validation"],
    processing_class=tokenizer,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate(tokenized["test"], metric_key_prefix="test"))
