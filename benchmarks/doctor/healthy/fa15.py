"""SST-2 with discriminative learning rates, gradient accumulation and an own schedule."""
import argparse
import math

import pandas as pd
import torch
from datasets import ClassLabel, Dataset, Features, Value
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    Trainer,
    TrainingArguments,
    get_cosine_schedule_with_warmup,
    set_seed,
)

FEATURES = Features({"sentence": Value("string"), "label": ClassLabel(names=["negative", "positive"])})


def read(split):
    df = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    return Dataset.from_dict(
        {"sentence": df["sentence"].tolist(), "label": df["label"].tolist()}, features=FEATURES
    )


def param_groups(model, lr, head_lr, decay):
    groups = {}
    for name, p in model.named_parameters():
        is_head = name.startswith("classifier")
        wd = 0.0 if p.ndim < 2 else decay
        groups.setdefault((is_head, wd), []).append(p)
    return [
        {"params": ps, "lr": head_lr if is_head else lr, "weight_decay": wd}
        for (is_head, wd), ps in groups.items()
    ]


def keep_argmax(logits, labels):
    return logits.argmax(dim=-1)


def accuracy(p):
    # the predictions are class numbers already, see keep_argmax
    return {"accuracy": float((p.predictions == p.label_ids).mean())}


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--checkpoint", default="checkpoints/bert")
    ap.add_argument("--epochs", type=int, default=4)
    ap.add_argument("--batch", type=int, default=16)
    ap.add_argument("--accumulate", type=int, default=2)
    ap.add_argument("--lr", type=float, default=3e-4)
    ap.add_argument("--head-lr", type=float, default=1e-3)
    ap.add_argument("--seed", type=int, default=4)
    a = ap.parse_args()
    set_seed(a.seed)

    tok = AutoTokenizer.from_pretrained(a.checkpoint)

    def encode(ds):
        return ds.map(lambda b: tok(b["sentence"], truncation=True, max_length=96), batched=True)

    parts = read("train").train_test_split(test_size=0.1, seed=a.seed, stratify_by_column="label")
    train, dev = encode(parts["train"]), encode(parts["test"])
    final = encode(read("validation"))  # looked at once, after everything else

    model = AutoModelForSequenceClassification.from_pretrained(a.checkpoint, num_labels=2)
    optimizer = torch.optim.AdamW(param_groups(model, a.lr, a.head_lr, 0.01), lr=a.lr)
    batches = math.ceil(len(train) / a.batch)
    total = math.ceil(batches / a.accumulate) * a.epochs
    schedule = get_cosine_schedule_with_warmup(optimizer, int(0.1 * total), total)

    args = TrainingArguments(
        output_dir="out/fa15",
        num_train_epochs=a.epochs,
        per_device_train_batch_size=a.batch,
        gradient_accumulation_steps=a.accumulate,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="epoch",
        save_only_model=True,
        save_total_limit=2,
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        report_to="none",
        seed=a.seed,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train,
        eval_dataset=dev,
        processing_class=tok,
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=accuracy,
        optimizers=(optimizer, schedule),
        preprocess_logits_for_metrics=keep_argmax,
    )
    trainer.train()
    assert trainer.state.global_step == total
    print(trainer.evaluate(final, metric_key_prefix="final"))


if __name__ == "__main__":
    main()
