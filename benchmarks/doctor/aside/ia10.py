# Fine-tuning with a small learning rate for the encoder and a larger one for a bigger head.
import math

import numpy as np
import pandas as pd
import torch
from torch import nn
from datasets import Dataset
from transformers import (
    AutoTokenizer,
    BertForSequenceClassification,
    Trainer,
    TrainingArguments,
    get_linear_schedule_with_warmup,
)

CKPT, OUT = "checkpoints/bert", "out/ia10"
EPOCHS, BATCH = 3, 32
LR_ENCODER, LR_HEAD = 1e-4, 1e-3

torch.manual_seed(5)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load(split):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    enc = tokenizer(df["sentence"].tolist(), truncation=True, max_length=64)
    return Dataset.from_dict({**enc, "labels": df["label"].tolist()})


def accuracy(p):
    return {"accuracy": float((np.argmax(p.predictions, axis=1) == p.label_ids).mean())}


train_ds = load("train")
dev_ds = load("validation")

model = BertForSequenceClassification.from_pretrained(CKPT, num_labels=2)

optimizer = torch.optim.AdamW(
    [
        {"params": model.bert.parameters(), "lr": LR_ENCODER},
        {"params": model.classifier.parameters(), "lr": LR_HEAD},
    ],
    weight_decay=0.01,
)

hidden = model.config.hidden_size
model.classifier = nn.Sequential(
    nn.Linear(hidden, hidden),
    nn.GELU(),
    nn.Dropout(0.1),
    nn.Linear(hidden, model.config.num_labels),
)

steps = math.ceil(len(train_ds) / BATCH) * EPOCHS
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=int(0.1 * steps), num_training_steps=steps)

args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=EPOCHS,
    per_device_train_batch_size=BATCH,
    per_device_eval_batch_size=96,
    eval_strategy="epoch",
    save_strategy="no",
    logging_steps=25,
    report_to="none",
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    processing_class=tokenizer,
    compute_metrics=accuracy,
    optimizers=(optimizer, scheduler),
)
trainer.train()
print(trainer.evaluate())
torch.save(model.state_dict(), f"{OUT}/model.pt")
