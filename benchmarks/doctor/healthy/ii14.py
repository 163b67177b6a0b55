"""Sentiment with a small BERT: learning rates that fall from head to embeddings, smoothed labels, accumulation.

20 % of the training file choose the epoch; the validation file of SST-2 is kept for the last line.
"""
import math
from functools import partial

import pandas as pd
import torch
import torch.nn.functional as F
from datasets import Dataset
from torch.optim import AdamW
from transformers import (AutoTokenizer, BertForSequenceClassification, DataCollatorWithPadding, Trainer,
                          TrainingArguments, get_cosine_schedule_with_warmup, set_seed)

CKPT, SEED = "checkpoints/bert", 2
EPOCHS, BATCH, ACCUMULATE = 8, 16, 2
TOP_LR, FACTOR = 6e-4, 0.85


def load(split):
    frame = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    return Dataset.from_pandas(frame[["sentence", "label"]], preserve_index=False)


def groups(model):
    """AdamW's groups: the nearer to the input, the smaller the step; no decay for biases and norms."""
    parts = [[model.classifier, model.bert.pooler]]
    parts += [[layer] for layer in reversed(model.bert.encoder.layer)]
    parts += [[model.bert.embeddings]]
    out = []
    for depth, modules in enumerate(parts):
        lr = TOP_LR * FACTOR**depth
        named = [(n, p) for m in modules for n, p in m.named_parameters()]
        plain = [p for n, p in named if n.endswith("bias") or "LayerNorm" in n]
        decay = [p for n, p in named if not (n.endswith("bias") or "LayerNorm" in n)]
        out.append({"params": decay, "lr": lr, "weight_decay": 0.01})
        out.append({"params": plain, "lr": lr, "weight_decay": 0.0})
    assert sum(len(g["params"]) for g in out) == len(list(model.parameters()))
    return out


def smoothed(outputs, labels, num_items_in_batch=None):
    # Trainer does not divide by the accumulation steps when it is given a loss function:
    # the sum over the micro batch over the number of rows of the whole step is the mean we want
    total = F.cross_entropy(outputs.logits, labels, reduction="sum", label_smoothing=0.05)
    return total / (labels.numel() if num_items_in_batch is None else num_items_in_batch)


def accuracy(p):
    return {"accuracy": float((p.predictions.argmax(axis=-1) == p.label_ids).mean())}


set_seed(SEED)
tokenizer = AutoTokenizer.from_pretrained(CKPT)
encode = partial(tokenizer, truncation=True, max_length=64)
parts = load("train").train_test_split(test_size=0.2, seed=SEED)
train, dev, final = (
    d.map(lambda b: encode(b["sentence"]), batched=True, remove_columns=["sentence"])
    for d in (parts["train"], parts["test"], load("validation"))
)

model = BertForSequenceClassification.from_pretrained(CKPT, num_labels=2)
optimizer = AdamW(groups(model))
updates = math.ceil(math.ceil(len(train) / BATCH) / ACCUMULATE) * EPOCHS
scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)

args = TrainingArguments(
    output_dir="out/ii14",
    num_train_epochs=EPOCHS,
    per_device_train_batch_size=BATCH,
    per_device_eval_batch_size=96,
    gradient_accumulation_steps=ACCUMULATE,
    max_grad_norm=1.0,
    eval_strategy="epoch",
    save_strategy="epoch",
    save_total_limit=1,
    load_best_model_at_end=True,
    metric_for_best_model="accuracy",
    greater_is_better=True,
    logging_strategy="epoch",
    report_to="none",
    use_cpu=True,
    seed=SEED,
)
trainer = Trainer(model, args, DataCollatorWithPadding(tokenizer), train, dev, processing_class=tokenizer,
                  compute_loss_func=smoothed, compute_metrics=accuracy, optimizers=(optimizer, scheduler))
trainer.train()

model.eval()
with torch.inference_mode():
    probe = tokenizer(["the plot is clumsy", "the waiter was wonderful"], padding=True, return_tensors="pt")
    print(model(**probe).logits.softmax(-1))
print({k: v for k, v in trainer.predict(final).metrics.items() if k in ("test_loss", "test_accuracy")})
