# Route support tickets to one of the four desks with a small DistilBERT.
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

set_seed(11)
checkpoint = "checkpoints/tickets"

raw = load_dataset(
    "json",
    data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
)
raw = raw.rename_column("desk_id", "label").remove_columns("desk")

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True, max_length=32)


encoded = raw.map(tokenize, batched=True, remove_columns=["text"])

names = ["north", "east", "south", "west"]
model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=4,
    id2label=dict(enumerate(names)),
    label2id={n: i for i, n in enumerate(names)},
)

accuracy = evaluate.load("data/metrics/glue", "sst2")


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return accuracy.compute(predictions=np.argmax(logits, axis=-1), references=labels)


args = TrainingArguments(
    output_dir="out_e01",
    num_train_epochs=3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=8e-4,
    warmup_steps=500,
    weight_decay=0.01,
    logging_steps=15,
    eval_strategy="epoch",
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=encoded["train"],
    eval_dataset=encoded["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

result = trainer.evaluate(encoded["test"], metric_key_prefix="test")
print(f"test accuracy: {result['test_accuracy']:.3f}   test loss: {result['test_loss']:.3f}")
