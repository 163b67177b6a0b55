# %% sst2 with a small BERT and the Trainer
# Validation rows are taken out of the training file; the official validation file is the test set.
import os

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

from datasets import load_dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(17)
CKPT = "checkpoints/bert"
OUT = "out/cg17"

# %% data
files = {
    "train": "data/glue/sst2/train-00000-of-00001.parquet",
    "test": "data/glue/sst2/validation-00000-of-00001.parquet",
}
raw = load_dataset("parquet", data_files=files)
parts = raw["train"].train_test_split(test_size=400, seed=17)

tok = AutoTokenizer.from_pretrained(CKPT)


def encode(rows):
    return tok(rows["sentence"], truncation=True, max_length=64)


train_ds = parts["train"].map(encode, batched=True)
val_ds = parts["test"].map(encode, batched=True)
test_ds = raw["test"].map(encode, batched=True)

# %% model
model = AutoModelForSequenceClassification.from_pretrained(
    CKPT,
    num_labels=2,
    id2label={0: "negative", 1: "positive"},
    label2id={"negative": 0, "positive": 1},
)


# %% metrics: the logits are reduced to classes before they are collected
def to_classes(logits, labels):
    return logits.argmax(dim=-1)


def compute_metrics(p):
    classes, labels = p
    return {"accuracy": float((classes == labels).mean())}


# %% training
args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=100,
    learning_rate=3e-4,
    weight_decay=0.01,
    lr_scheduler_type="cosine",
    warmup_steps=19,  # a tenth of 3 * 63 updates
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    logging_steps=21,
    report_to="none",
    seed=17,
)

trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    processing_class=tok,
    compute_metrics=compute_metrics,
    preprocess_logits_for_metrics=to_classes,
)
trainer.train()

# %% the best epoch, on the rows that had no say so far
print("validation:", trainer.evaluate()["eval_accuracy"])
print("test:", trainer.evaluate(test_ds, metric_key_prefix="test")["test_accuracy"])
trainer.save_model(os.path.join(OUT, "final"))
