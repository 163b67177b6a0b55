"""Sentiment fine-tuning with Accelerate. The published validation file is our test set; the rows on which
the epoch is chosen are cut from the training file."""
import argparse
import logging
import math
import os
from pathlib import Path

os.environ.setdefault("HF_HUB_OFFLINE", "1")

import torch
from accelerate import Accelerator
from accelerate.logging import get_logger
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_linear_schedule_with_warmup)

logger = get_logger(__name__)


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--model", default="checkpoints/bert")
    p.add_argument("--lr", type=float, default=4e-4)
    p.add_argument("--epochs", type=int, default=8)
    p.add_argument("--batch", type=int, default=20)
    p.add_argument("--accumulation", type=int, default=2)
    p.add_argument("--seed", type=int, default=99)
    p.add_argument("--out", type=Path, default=Path("out/mc10"))
    return p.parse_args()


def grouped_parameters(model, weight_decay):
    skip = ("bias", "LayerNorm.weight")
    yield {"params": [p for n, p in model.named_parameters() if not n.endswith(skip)], "weight_decay": weight_decay}
    yield {"params": [p for n, p in model.named_parameters() if n.endswith(skip)], "weight_decay": 0.0}


class Best:
    def __init__(self, folder: Path, accelerator: Accelerator):
        self.folder, self.acc, self.value, self.epoch = folder / "best", accelerator, -1.0, None

    def offer(self, model, value, epoch):
        if value <= self.value:
            return
        self.value, self.epoch = value, epoch
        self.acc.wait_for_everyone()
        self.acc.unwrap_model(model).save_pretrained(self.folder, is_main_process=self.acc.is_main_process,
                                                     save_function=self.acc.save)


def evaluate(model, loader, accelerator):
    model.eval()
    right = total = 0
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        pred, ref = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
        right += (pred == ref).sum().item()
        total += ref.numel()
    return right / total


def main():
    args = parse()
    accelerator = Accelerator(gradient_accumulation_steps=args.accumulation, cpu=True)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    set_seed(args.seed)

    raw = load_dataset("parquet", data_files={"train": "data/glue/sst2/train-00000-of-00001.parquet",
                                              "test": "data/glue/sst2/validation-00000-of-00001.parquet"},
                       cache_dir=str(args.out / "cache"))
    cut = raw["train"].train_test_split(test_size=400, seed=args.seed)
    splits = {"train": cut["train"], "val": cut["test"], "test": raw["test"]}

    tok = AutoTokenizer.from_pretrained(args.model)
    model = AutoModelForSequenceClassification.from_pretrained(args.model, num_labels=2)

    def prepare(batch):
        out = tok(batch["sentence"], truncation=True, max_length=64)
        out["labels"] = batch["label"]
        return out

    with accelerator.main_process_first():
        splits = {k: d.map(prepare, batched=True, remove_columns=d.column_names) for k, d in splits.items()}
    collate = DataCollatorWithPadding(tok)
    loaders = {k: DataLoader(d, batch_size=args.batch if k == "train" else 80, shuffle=k == "train", collate_fn=collate)
               for k, d in splits.items()}

    opt = torch.optim.AdamW(list(grouped_parameters(model, 0.01)), lr=args.lr)
    # updates, not micro batches: the prepared schedule moves only when the optimizer does
    updates = args.epochs * math.ceil(len(loaders["train"]) / args.accumulation)
    sched = get_linear_schedule_with_warmup(opt, updates // 10, updates)
    model, opt, sched, loaders["train"], loaders["val"], loaders["test"] = accelerator.prepare(
        model, opt, sched, loaders["train"], loaders["val"], loaders["test"])

    best = Best(args.out, accelerator)
    for epoch in range(args.epochs):
        model.train()
        losses = []
        for batch in loaders["train"]:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                sched.step()
                opt.zero_grad()
            losses.append(loss.detach())
        value = evaluate(model, loaders["val"], accelerator)
        logger.info(f"epoch {epoch} loss {torch.stack(losses).mean():.4f} val {value:.4f} lr {sched.get_last_lr()[0]:.1e}")
        best.offer(model, value, epoch)

    chosen = AutoModelForSequenceClassification.from_pretrained(best.folder).to(accelerator.device)
    score = evaluate(chosen, loaders["test"], accelerator)
    accelerator.print(f"epoch {best.epoch}: val {best.value:.4f}, test {score:.4f}; both classes equally frequent in test")
    accelerator.end_training()


if __name__ == "__main__":
    main()
