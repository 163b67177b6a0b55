# %% [markdown]
# Paraphrase or not? Fine-tune the small BERT on the MRPC pairs.

# %%
import numpy as np
from datasets import load_dataset
from sklearn.metrics import accuracy_score, f1_score
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(0)
MODEL = "checkpoints/bert"
folder = "data/glue/mrpc"

# %%
raw = load_dataset(
    "parquet",
    data_files={
        "train": f"{folder}/train-00000-of-00001.parquet",
        "validation": f"{folder}/validation-00000-of-00001.parquet",
    },
    cache_dir="out/ki08/cache",
)
print(raw["train"][0])

# %%
tokenizer = AutoTokenizer.from_pretrained(MODEL)


def preprocess(examples):
    return tokenizer(
        examples["sentence1"] + examples["sentence2"],
        truncation=True,
        max_length=96,
    )


tokenized = raw.map(preprocess, batched=True)
tokenized = tokenized.remove_columns(["sentence1", "sentence2", "idx"])
tokenized = tokenized.rename_column("label", "labels")

# %%
model = AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=2)


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    predictions = np.argmax(logits, axis=-1)
    return {
        "accuracy": accuracy_score(labels, predictions),
        "f1": f1_score(labels, predictions),
    }


args = TrainingArguments(
    output_dir="out/ki08",
    learning_rate=1e-4,
    num_train_epochs=3,
    per_device_train_batch_size=32,
    per_device_eval_batch_size=64,
    warmup_ratio=0.1,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=20,
    report_to="none",
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

# %%
trainer.train()
print(trainer.evaluate())
