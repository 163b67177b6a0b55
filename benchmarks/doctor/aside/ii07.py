import pandas as pd
import numpy as np
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(0)
ckpt = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(ckpt)

# the public validation file is our test set; 20 % of train is for choosing the epoch
full = Dataset.from_pandas(pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet"), preserve_index=False)
test = Dataset.from_pandas(pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet"), preserve_index=False)
parts = full.train_test_split(test_size=0.2, seed=0)


def tok(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=64)


train = parts["train"].map(tok, batched=True, remove_columns=["sentence", "idx"])
dev = parts["test"].map(tok, batched=True, remove_columns=["sentence", "idx"])
test = test.map(tok, batched=True, remove_columns=["sentence", "idx"])

model = AutoModelForSequenceClassification.from_pretrained(
    ckpt, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1}
)


def compute_metrics(p):
    return {"accuracy": float((np.argmax(p.predictions, -1) == p.label_ids).mean())}


args = TrainingArguments(
    output_dir="out/ii07",
    overwrite_output_dir=True,
    num_train_epochs=6,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=96,
    learning_rate=3e-4,
    weight_decay=0.01,
    warmup_ratio=0.06,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=2,
    load_best_model_at_end=True,
    metric_for_best_model="eval_loss",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train,
    eval_dataset=dev,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=compute_metrics,
)
trainer.train()

print("chosen checkpoint:", trainer.state.best_model_checkpoint)
result = trainer.predict(test)
print("test accuracy", round(result.metrics["test_accuracy"], 4))
trainer.save_model("out/ii07/final")
