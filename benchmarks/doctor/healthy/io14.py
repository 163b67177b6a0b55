# Sentiment with a small BERT. The published validation rows serve as the test set,
# the best epoch is chosen on a part of the training rows.
import numpy as np
import pandas as pd
import torch
from datasets import Dataset
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    set_seed,
)

set_seed(14)
PATH = "checkpoints/bert"
OUT = "out/io14"

full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").drop_duplicates("sentence")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet").drop_duplicates("sentence")
test = test[~test["sentence"].isin(full["sentence"])]

full = full.sample(frac=1.0, random_state=14).reset_index(drop=True)
cut = int(0.85 * len(full))
parts = {"train": full.iloc[:cut], "dev": full.iloc[cut:], "test": test}

tokenizer = AutoTokenizer.from_pretrained(PATH)


def tokenize(batch):
    return tokenizer(batch["sentence"], truncation=True, max_length=64)


data = {
    name: Dataset.from_pandas(part[["sentence", "label"]], preserve_index=False).map(tokenize, batched=True)
    for name, part in parts.items()
}

model = AutoModelForSequenceClassification.from_pretrained(PATH, num_labels=2)

# positions are fine as they are
model.bert.embeddings.position_embeddings.weight.requires_grad_(False)


def param_groups(module, body_lr, head_lr):
    groups = {}
    for name, p in module.named_parameters():
        if not p.requires_grad:
            continue
        head = name.startswith("classifier")
        plain = p.ndim == 1                       # biases and LayerNorm weights
        group = groups.setdefault((head, plain), {
            "params": [],
            "lr": head_lr if head else body_lr,
            "weight_decay": 0.0 if plain else 0.01,
        })
        group["params"].append(p)
    return list(groups.values())


optimizer = torch.optim.AdamW(param_groups(model, 3e-4, 1e-3))


def keep_classes(logits, labels):
    # compute_metrics needs only the winner
    return logits.argmax(dim=-1)


def compute_metrics(p):
    return {"accuracy": float(np.mean(p.predictions == p.label_ids))}


args = TrainingArguments(
    output_dir=OUT,
    num_train_epochs=5,
    per_device_train_batch_size=16,
    gradient_accumulation_steps=2,
    per_device_eval_batch_size=64,
    lr_scheduler_type="linear",
    warmup_ratio=0.1,
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
    seed=14,
)
trainer = Trainer(
    model=model,
    args=args,
    train_dataset=data["train"],
    eval_dataset=data["dev"],
    data_collator=DataCollatorWithPadding(tokenizer),
    processing_class=tokenizer,
    optimizers=(optimizer, None),
    compute_metrics=compute_metrics,
    preprocess_logits_for_metrics=keep_classes,
)
trainer.train()
print("best on dev:", trainer.state.best_metric)
print("test:", trainer.evaluate(data["test"], metric_key_prefix="test")["test_accuracy"])
trainer.save_model(OUT + "/best")
