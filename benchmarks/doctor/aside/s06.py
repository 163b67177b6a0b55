"""Find the rare bad reviews among mostly good ones: BERT with a class-weighted loss (Trainer subclass)."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from sklearn.metrics import classification_report, f1_score
from torch import nn
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments)

MODEL = "checkpoints/bert"
DATA = "data/glue/sst2/{}-00000-of-00001.parquet"
N_BAD = 100  # about what we see in our own data

full = pd.read_parquet(DATA.format("train"))
good = full[full["label"] == 1]
bad = full[full["label"] == 0].sample(N_BAD, random_state=0)
train_df = pd.concat([good, bad], ignore_index=True)
test_df = pd.read_parquet(DATA.format("validation"))

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=64)


def to_dataset(df):
    ds = Dataset.from_pandas(df[["sentence", "label"]], preserve_index=False)
    return ds.map(tokenize, batched=True, remove_columns=["sentence"])


train_ds, test_ds = to_dataset(train_df), to_dataset(test_df)

# the classes are not balanced: weight them inversely to their frequency
counts = train_df["label"].value_counts()
weights = len(train_df) / (len(counts) * counts.to_numpy())
class_weights = torch.tensor(weights, dtype=torch.float)
print("class weights:", class_weights)


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **kwargs):
        labels = inputs.pop("labels")
        outputs = model(**inputs)
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(outputs.logits.device))
        loss = loss_fct(outputs.logits, labels)
        return (loss, outputs) if return_outputs else loss


def compute_metrics(eval_pred):
    logits, labels = eval_pred
    preds = np.argmax(logits, axis=1)
    return {
        "accuracy": float((preds == labels).mean()),
        "macro_f1": f1_score(labels, preds, average="macro"),
    }


args = TrainingArguments(
    output_dir="out/reviews",
    num_train_epochs=4,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=64,
    learning_rate=1e-4,
    lr_scheduler_type="cosine",
    warmup_ratio=0.1,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=50,
    report_to="none",
    seed=3,
)

trainer = WeightedTrainer(
    model=AutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=2),
    args=args,
    train_dataset=train_ds,
    eval_dataset=test_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()

pred = trainer.predict(test_ds)
y_hat = pred.predictions.argmax(-1)
print(classification_report(pred.label_ids, y_hat, target_names=["bad", "good"], digits=3))
