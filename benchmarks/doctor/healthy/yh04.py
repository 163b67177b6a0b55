import logging

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)
import evaluate

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
log = logging.getLogger("sst2")


class Config:
    model = "checkpoints/bert"
    epochs = 5
    batch = 16
    accumulate = 2
    lr = 6e-4
    clip = 1.0
    seed = 21


def build_loaders(cfg, tokenizer):
    raw = load_dataset("data/glue", "sst2")
    # GLUE hides the test labels, so a piece of the training set serves for watching
    # the run, and the validation split is only touched at the very end.
    pieces = raw["train"].train_test_split(test_size=0.15, seed=cfg.seed, stratify_by_column="label")

    def tokenize(b):
        return tokenizer(b["sentence"], truncation=True, max_length=64)

    def prepare(ds):
        ds = ds.map(tokenize, batched=True, remove_columns=["sentence", "idx"])
        return ds.rename_column("label", "labels")

    collate = DataCollatorWithPadding(tokenizer)
    return (
        DataLoader(prepare(pieces["train"]), batch_size=cfg.batch, shuffle=True, collate_fn=collate),
        DataLoader(prepare(pieces["test"]), batch_size=64, collate_fn=collate),
        DataLoader(prepare(raw["validation"]), batch_size=64, collate_fn=collate),
    )


def score(accelerator, model, loader):
    metric = evaluate.load("data/metrics/glue", "sst2")
    model.eval()
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        preds, refs = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        metric.add_batch(predictions=preds, references=refs)
    return metric.compute()


def main(cfg):
    accelerator = Accelerator(gradient_accumulation_steps=cfg.accumulate, cpu=True)
    set_seed(cfg.seed)
    tokenizer = AutoTokenizer.from_pretrained(cfg.model)
    model = AutoModelForSequenceClassification.from_pretrained(cfg.model, num_labels=2)
    train_dl, dev_dl, final_dl = build_loaders(cfg, tokenizer)

    no_decay = ("bias", "LayerNorm.weight")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)], "weight_decay": 0.01},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)], "weight_decay": 0.0},
    ]
    optimizer = AdamW(groups, lr=cfg.lr)
    model, optimizer, train_dl, dev_dl, final_dl = accelerator.prepare(model, optimizer, train_dl, dev_dl, final_dl)

    updates = cfg.epochs * -(-len(train_dl) // cfg.accumulate)
    # left unprepared: it is stepped by hand, once per real update
    scheduler = get_linear_schedule_with_warmup(optimizer, updates // 10, updates)

    for epoch in range(cfg.epochs):
        model.train()
        seen, total = 0, 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), cfg.clip)
                optimizer.step()
                if accelerator.sync_gradients:
                    scheduler.step()
                optimizer.zero_grad()
            n = batch["labels"].size(0)
            total += loss.item() * n
            seen += n
        log.info("epoch %d loss %.4f dev %s lr %.2e", epoch + 1, total / seen,
                 score(accelerator, model, dev_dl), scheduler.get_last_lr()[0])
    log.info("validation split: %s", score(accelerator, model, final_dl))


if __name__ == "__main__":
    main(Config())
