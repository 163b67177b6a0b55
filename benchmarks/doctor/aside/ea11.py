"""How much sentiment is already in the frozen encoder? A small head on a frozen tiny BERT."""
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from torch import nn
from transformers import (
    AutoTokenizer,
    BertForSequenceClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(99)
CKPT = "checkpoints/bert"
EPOCHS, BATCH = 5, 32

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def sst2(split):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    ds = Dataset.from_dict({"text": df["sentence"].tolist(), "labels": df["label"].tolist()})
    return ds.map(lambda b: tokenizer(b["text"], truncation=True, max_length=64),
                  batched=True, remove_columns=["text"])


def freeze_encoder(model):
    for p in model.bert.parameters():
        p.requires_grad = False
    return model


def make_optimizer(model, lr=2e-3):
    trainable = [p for p in model.parameters() if p.requires_grad]
    print("parameters to train:", sum(p.numel() for p in trainable))
    return torch.optim.AdamW(trainable, lr=lr, weight_decay=0.01)


def deeper_head(hidden, labels):
    # one linear layer was too little last time
    return nn.Sequential(
        nn.Linear(hidden, hidden),
        nn.GELU(),
        nn.Dropout(0.1),
        nn.Linear(hidden, labels),
    )


def accuracy(p):
    return {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))}


train, dev = sst2("train"), sst2("validation")

model = BertForSequenceClassification.from_pretrained(CKPT, num_labels=2)
model = freeze_encoder(model)
optimizer = make_optimizer(model)
model.classifier = deeper_head(model.config.hidden_size, model.config.num_labels)

steps = EPOCHS * -(-len(train) // BATCH)
scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=2e-3, total_steps=steps)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/ea11",
        num_train_epochs=EPOCHS,
        per_device_train_batch_size=BATCH,
        per_device_eval_batch_size=120,
        eval_strategy="epoch",
        save_strategy="no",
        logging_strategy="epoch",
        report_to="none",
        seed=99,
    ),
    train_dataset=train,
    eval_dataset=dev,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    compute_metrics=accuracy,
    optimizers=(optimizer, scheduler),
)
trainer.train()
print("probe accuracy:", trainer.evaluate()["eval_accuracy"])
