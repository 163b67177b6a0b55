"""Layer-wise learning rates: the nearer to the input, the smaller; optimizer and schedule are handed to the Trainer."""
import math
import re

import pandas as pd
import torch
from datasets import Dataset
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, get_cosine_schedule_with_warmup, set_seed)

TOP_LR, HEAD_LR, DECAY, WEIGHT_DECAY = 6e-4, 1e-3, 0.7, 0.01
BATCH, EPOCHS = 32, 6
CKPT = "checkpoints/bert"


def depth_of(name, n_layers):
    """0 for the embeddings, 1 ... n for the encoder's layers, n + 1 for pooler and head"""
    if name.startswith("bert.embeddings."):
        return 0
    m = re.match(r"bert\.encoder\.layer\.(\d+)\.", name)
    return int(m.group(1)) + 1 if m else n_layers + 1


def layerwise_groups(model):
    n = model.config.num_hidden_layers
    buckets = {}
    for name, p in model.named_parameters():
        d = depth_of(name, n)
        lr = HEAD_LR if d == n + 1 else TOP_LR * DECAY ** (n - d)
        wd = 0.0 if name.endswith("bias") or "LayerNorm" in name else WEIGHT_DECAY
        buckets.setdefault((d, wd), {"params": [], "lr": lr, "weight_decay": wd})["params"].append(p)
    groups = [buckets[k] for k in sorted(buckets)]
    assert sum(len(g["params"]) for g in groups) == len(list(model.parameters()))
    return groups


set_seed(21)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")      # labelled: serves as the test here
train_df = train_df[~train_df.sentence.isin(test_df.sentence)].drop_duplicates("sentence")
train_df = train_df.sample(frac=1.0, random_state=21)
dev_df, train_df = train_df.iloc[:300], train_df.iloc[300:]


def to_dataset(df):
    ds = Dataset.from_dict({"sentence": df.sentence.tolist(), "label": df.label.tolist()})
    return ds.map(lambda b: tokenizer(b["sentence"], truncation=True, max_length=64), batched=True).remove_columns(
        "sentence")


train_ds, dev_ds, test_ds = map(to_dataset, (train_df, dev_df, test_df))
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)

optimizer = torch.optim.AdamW(layerwise_groups(model))
for g in optimizer.param_groups:
    print(f"{len(g['params']):3d} tensors  lr {g['lr']:.2e}  wd {g['weight_decay']}")
steps = math.ceil(len(train_ds) / BATCH) * EPOCHS
schedule = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

trainer = Trainer(
    model=model,
    args=TrainingArguments(
        output_dir="out/im08", num_train_epochs=EPOCHS, per_device_train_batch_size=BATCH,
        per_device_eval_batch_size=100, eval_strategy="epoch", logging_strategy="epoch", save_strategy="no",
        report_to="none", use_cpu=True, seed=21,
    ),
    train_dataset=train_ds,
    eval_dataset=dev_ds,
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    optimizers=(optimizer, schedule),
    compute_metrics=lambda p: {"accuracy": float((p.predictions.argmax(-1) == p.label_ids).mean())},
)
trainer.train()
assert trainer.state.global_step == steps
print("test accuracy", trainer.evaluate(test_ds, metric_key_prefix="test")["test_accuracy"])
