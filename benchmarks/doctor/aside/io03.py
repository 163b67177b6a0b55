# sentiment classifier, fine-tuned from our small DistilBERT
import pandas as pd
import numpy as np
from datasets import Dataset, DatasetDict
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(11)
CKPT = "checkpoints/distilbert"

frames = {
    "train": pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet"),
    "validation": pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet"),
}
seen = set(frames["train"]["sentence"])
frames["validation"] = frames["validation"][~frames["validation"]["sentence"].isin(seen)]

raw = DatasetDict()
for split, frame in frames.items():
    # same column names as in the export of the annotation tool
    frame = frame.rename(columns={"sentence": "review", "label": "sentiment", "idx": "row"})
    raw[split] = Dataset.from_pandas(frame, preserve_index=False)
print(raw)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def preprocess(batch):
    return tokenizer(batch["review"], truncation=True, max_length=64)


encoded = raw.map(preprocess, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


args = TrainingArguments(
    output_dir="out/io03",
    num_train_epochs=2,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    learning_rate=1e-4,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
    use_cpu=True,
    seed=11,
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
print(trainer.evaluate())
