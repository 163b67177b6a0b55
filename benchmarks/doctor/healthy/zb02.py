import pandas as pd
import torch
from torch import nn
from datasets import Dataset
from sklearn.metrics import accuracy_score, precision_recall_fscore_support
from sklearn.utils.class_weight import compute_class_weight
from transformers import (AutoTokenizer, AutoModelForSequenceClassification, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)
import numpy as np

set_seed(42)
CKPT = "checkpoints/bert"


def load(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    # 1 = needs a call back, about a sixth of the tickets
    df["label"] = df["text"].str.contains("this is urgent").astype(int)
    return df[["text", "label"]]


train_df, val_df = load("train"), load("validation")
print(train_df.label.value_counts())

weights = compute_class_weight("balanced", classes=np.array([0, 1]), y=train_df.label.values)
class_weights = torch.tensor(weights, dtype=torch.float)
print("class weights:", class_weights)

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def tok(examples):
    return tokenizer(examples["text"], truncation=True, max_length=128)


train_ds = Dataset.from_pandas(train_df).map(tok, batched=True)
val_ds = Dataset.from_pandas(val_df).map(tok, batched=True)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)


class WeightedTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs.get("labels")
        outputs = model(**inputs)
        logits = outputs.get("logits")
        loss_fct = nn.CrossEntropyLoss(weight=class_weights.to(logits.device))
        loss = loss_fct(logits.view(-1, self.model.config.num_labels), labels.view(-1))
        return (loss, outputs) if return_outputs else loss


def compute_metrics(pred):
    labels = pred.label_ids
    preds = pred.predictions.argmax(-1)
    precision, recall, f1, _ = precision_recall_fscore_support(labels, preds, average="binary", zero_division=0)
    return {"accuracy": accuracy_score(labels, preds), "f1": f1, "precision": precision, "recall": recall}


args = TrainingArguments(
    output_dir="out/zb02",
    per_device_train_batch_size=16,
    per_device_eval_batch_size=32,
    num_train_epochs=4,
    learning_rate=5e-4,
    weight_decay=0.01,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=30,
    report_to=[],
    disable_tqdm=True,
)

trainer = WeightedTrainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=val_ds,
    data_collator=DataCollatorWithPadding(tokenizer=tokenizer),
    compute_metrics=compute_metrics,
)
trainer.train()
print(trainer.evaluate())
