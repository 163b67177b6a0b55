"""Fine-tune a small BERT on sentiment (SST-2 layout) with the Trainer."""
import tempfile

import numpy as np
from datasets import load_dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

set_seed(42)
checkpoint = "checkpoints/bert"
# the labelled validation file is kept for the final test; the validation part is cut off from train
raw = load_dataset("parquet", data_files={"train": "data/glue/sst2/train-00000-of-00001.parquet",
                                          "test": "data/glue/sst2/validation-00000-of-00001.parquet"})
cut = raw["train"].train_test_split(train_size=1500, test_size=300, seed=42)
raw["train"], raw["validation"] = cut["train"], cut["test"]

tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=128)


encoded = raw.map(tokenize, batched=True, remove_columns=["sentence", "idx"])


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    return {"accuracy": float((np.argmax(logits, axis=-1) == labels).mean())}


model = AutoModelForSequenceClassification.from_pretrained(
    checkpoint, num_labels=2, id2label={0: "negative", 1: "positive"}, label2id={"negative": 0, "positive": 1})

with tempfile.TemporaryDirectory() as out:
    args = TrainingArguments(
        output_dir=out,
        num_train_epochs=2,
        learning_rate=5e-4,
        warmup_ratio=0.1,
        weight_decay=0.01,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=128,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        logging_strategy="epoch",
        report_to="none",
        disable_tqdm=True,
        use_cpu=True,
        seed=42,
    )
    trainer = Trainer(model=model, args=args, train_dataset=encoded["train"], eval_dataset=encoded["validation"],
                      data_collator=DataCollatorWithPadding(tokenizer), processing_class=tokenizer,
                      compute_metrics=compute_metrics)
    trainer.train()
    print("test:", trainer.evaluate(encoded["test"], metric_key_prefix="test"))
