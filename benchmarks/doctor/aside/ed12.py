# MRPC: do two sentences say the same?
from datasets import load_dataset
import evaluate
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
)

ckpt = "checkpoints/bert"
mrpc = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/mrpc/train-00000-of-00001.parquet",
        "validation": "data/glue/mrpc/validation-00000-of-00001.parquet",
    },
)
metric = evaluate.load("data/metrics/glue", "mrpc")
tokenizer = AutoTokenizer.from_pretrained(ckpt)


def tokenize_pairs(batch):
    return tokenizer(batch["sentence1"], batch["sentence2"], truncation=True, max_length=128)


mrpc = mrpc.map(tokenize_pairs, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(ckpt, num_labels=2)


def compute_metrics(eval_pred):
    predictions, labels = eval_pred
    return metric.compute(predictions=predictions, references=labels)


args = TrainingArguments(
    output_dir="out/ed12",
    num_train_epochs=3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=3e-4,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    seed=2,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=mrpc["train"],
    eval_dataset=mrpc["validation"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()
for name, value in trainer.evaluate().items():
    print(f"{name:28s} {value}")
