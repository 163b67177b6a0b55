"""Sentiment with a pretrained BERT: smaller learning rates further down, the optimizer handed to the Trainer."""
from collections import defaultdict

import numpy as np
import pandas as pd
import torch
from transformers import (BertForSequenceClassification, BertTokenizerFast, DataCollatorWithPadding, Trainer,
                          TrainingArguments, get_cosine_schedule_with_warmup, set_seed)

set_seed(42)
TOP_LR, SHRINK, EPOCHS, BATCH = 1e-3, 0.8, 2, 16

tok = BertTokenizerFast.from_pretrained("checkpoints/bert")
model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def encode(df):
    enc = tok(df.sentence.tolist(), truncation=True, max_length=48)
    return [{**{k: enc[k][i] for k in enc}, "label": int(y)} for i, y in enumerate(df.label)]


def depth(name: str) -> int:
    """0 for the head, 1 for the pooler and the top layer, ... the embeddings last."""
    n = model.config.num_hidden_layers
    if name.startswith("bert.embeddings"):
        return n + 1
    if name.startswith("bert.encoder.layer."):
        return n - int(name.split(".")[3])
    return 1 if name.startswith("bert.pooler") else 0


groups = defaultdict(list)
for name, p in model.named_parameters():
    groups[depth(name), p.ndim > 1].append(p)
param_groups = [
    {"params": ps, "lr": TOP_LR * SHRINK**d, "weight_decay": 0.01 if matrix else 0.0}
    for (d, matrix), ps in sorted(groups.items())
]
for g in param_groups:
    print(f"{sum(p.numel() for p in g['params']):8d} weights at lr {g['lr']:.2e}, decay {g['weight_decay']}")

held_out = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
frame = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
frame = frame[~frame.sentence.isin(held_out.sentence)]
train = encode(frame)
optimizer = torch.optim.AdamW(param_groups)
total = EPOCHS * -(-len(train) // BATCH)
scheduler = get_cosine_schedule_with_warmup(optimizer, int(0.1 * total), total)

trainer = Trainer(
    model=model,
    args=TrainingArguments("runs/r08", num_train_epochs=EPOCHS, per_device_train_batch_size=BATCH,
                           per_device_eval_batch_size=120, group_by_length=True, logging_steps=50,
                           save_strategy="no", report_to="none", disable_tqdm=True),
    train_dataset=train,
    data_collator=DataCollatorWithPadding(tok),
    optimizers=(optimizer, scheduler),
    compute_metrics=lambda p: {"accuracy": float(np.mean(p.predictions.argmax(-1) == p.label_ids))},
)
trainer.train()
print("held-out accuracy", round(trainer.evaluate(encode(held_out))["eval_accuracy"], 3))
