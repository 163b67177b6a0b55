"""Ticket routing with the Trainer: own optimizer with layer-wise learning rates, class-weighted loss, log loss decides."""
import json
import math

import numpy as np
import torch
from sklearn.metrics import f1_score, log_loss
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          EarlyStoppingCallback, Trainer, TrainingArguments, get_cosine_schedule_with_warmup, set_seed)

CKPT = "checkpoints/tickets"
DESKS = ["north", "east", "south", "west"]
EPOCHS, BATCH, HEAD_LR, DECAY = 12, 16, 2e-3, 0.7


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def without(rows, texts):
    return [r for r in rows if r["text"] not in texts]


def split_data():
    test = read("test")
    taken = {r["text"] for r in test}
    valid = without(read("validation"), taken)
    taken |= {r["text"] for r in valid}
    return without(read("train"), taken), valid, test


def tokenize(rows, tok):
    # the product stands in the second sentence: cutting the end off does no harm
    enc = tok([r["text"] for r in rows], truncation=True, max_length=32)
    return [dict(input_ids=i, attention_mask=m, labels=r["desk_id"])
            for i, m, r in zip(enc["input_ids"], enc["attention_mask"], rows)]


def layerwise(model):
    n = model.config.n_layers
    groups = {}
    for name, p in model.named_parameters():
        if name.startswith("distilbert.transformer.layer."):
            depth = n - int(name.split(".")[3])
        elif name.startswith("distilbert.embeddings."):
            depth = n + 1
        else:
            depth = 0
        key = (depth, p.ndim < 2)
        groups.setdefault(key, {"params": [], "lr": HEAD_LR * DECAY ** depth,
                                "weight_decay": 0.0 if p.ndim < 2 else 0.01})["params"].append(p)
    assert sum(len(g["params"]) for g in groups.values()) == len(list(model.parameters()))
    return list(groups.values())


class WeightedTrainer(Trainer):
    def __init__(self, *args, class_weights, **kwargs):
        super().__init__(*args, **kwargs)
        self.loss_fn = torch.nn.CrossEntropyLoss(weight=class_weights)

    def compute_loss(self, model, inputs, return_outputs=False, num_items_in_batch=None):
        labels = inputs["labels"]
        outputs = model(input_ids=inputs["input_ids"], attention_mask=inputs["attention_mask"])
        loss = self.loss_fn(outputs.logits, labels)
        return (loss, {"loss": loss, "logits": outputs.logits}) if return_outputs else loss


def compute_metrics(p):
    z = p.predictions - p.predictions.max(-1, keepdims=True)
    prob = np.exp(z) / np.exp(z).sum(-1, keepdims=True)
    return {"logloss": log_loss(p.label_ids, prob, labels=list(range(len(DESKS)))),
            "macro_f1": f1_score(p.label_ids, prob.argmax(-1), average="macro")}


def main():
    set_seed(21)
    tok = AutoTokenizer.from_pretrained(CKPT)
    train_rows, valid_rows, test_rows = split_data()
    train, valid, test = (tokenize(r, tok) for r in (train_rows, valid_rows, test_rows))
    counts = np.bincount([r["labels"] for r in train], minlength=len(DESKS))
    weights = torch.tensor(len(train) / (len(DESKS) * counts), dtype=torch.float32)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=len(DESKS), id2label=dict(enumerate(DESKS)), label2id={d: i for i, d in enumerate(DESKS)})
    steps = EPOCHS * math.ceil(len(train) / BATCH)
    optimizer = torch.optim.AdamW(layerwise(model))
    scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

    trainer = WeightedTrainer(
        model=model,
        args=TrainingArguments(
            output_dir="out/dc16", num_train_epochs=EPOCHS, per_device_train_batch_size=BATCH,
            per_device_eval_batch_size=64, eval_strategy="epoch", save_strategy="epoch", save_total_limit=2,
            load_best_model_at_end=True, metric_for_best_model="logloss", greater_is_better=False,
            logging_strategy="epoch", report_to="none", use_cpu=True, seed=21),
        train_dataset=train, eval_dataset=valid, processing_class=tok,
        data_collator=DataCollatorWithPadding(tok), compute_metrics=compute_metrics,
        optimizers=(optimizer, scheduler), class_weights=weights,
        callbacks=[EarlyStoppingCallback(early_stopping_patience=4)],
    )
    trainer.train()
    result = trainer.evaluate(test, metric_key_prefix="test")
    print({k: round(v, 4) for k, v in result.items() if k in ("test_logloss", "test_macro_f1")})


if __name__ == "__main__":
    main()
