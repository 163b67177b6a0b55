"""sst2 with accelerate. The hub split called 'validation' is our test set; we carve our own validation rows."""
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CKPT = "checkpoints/bert"
HP = dict(lr=3e-4, epochs=4, batch=32, warmup=0.1, wd=0.01, seed=13)


def data(tok):
    raw = load_dataset(
        "parquet",
        data_files={
            "pool": "data/glue/sst2/train-00000-of-00001.parquet",
            "test": "data/glue/sst2/validation-00000-of-00001.parquet",
        },
        cache_dir="out/wa13/cache",
    )
    seen = {s.strip().lower() for s in raw["test"]["sentence"]}
    keep = []
    for n, s in enumerate(raw["pool"]["sentence"]):
        s = s.strip().lower()
        if s not in seen:
            seen.add(s)
            keep.append(n)
    split = raw["pool"].select(keep).train_test_split(test_size=0.15, seed=HP["seed"])
    enc = lambda b: tok(b["sentence"], truncation=True, max_length=128)
    sets = {"train": split["train"], "valid": split["test"], "test": raw["test"]}
    return {
        k: d.map(enc, batched=True, remove_columns=["sentence", "idx"]).rename_column("label", "labels")
        for k, d in sets.items()
    }


def evaluate(acc, model, loader):
    model.eval()
    right = total = 0
    for batch in loader:
        with torch.no_grad():
            guess = model(**batch).logits.argmax(-1)
        guess, gold = acc.gather_for_metrics((guess, batch["labels"]))
        right += (guess == gold).sum().item()
        total += gold.numel()
    return right / total


def main():
    acc = Accelerator(cpu=True)
    set_seed(HP["seed"])
    tok = AutoTokenizer.from_pretrained(CKPT)
    sets = data(tok)
    collate = DataCollatorWithPadding(tok)
    dl = {k: DataLoader(d, HP["batch"], shuffle=k == "train", collate_fn=collate) for k, d in sets.items()}
    model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    opt = torch.optim.AdamW(model.parameters(), lr=HP["lr"], weight_decay=HP["wd"])
    total = HP["epochs"] * len(dl["train"])
    sched = get_linear_schedule_with_warmup(opt, math.ceil(HP["warmup"] * total), total)
    model, opt, sched, train, valid, test = acc.prepare(model, opt, sched, dl["train"], dl["valid"], dl["test"])

    best, state = -1.0, None
    for epoch in range(HP["epochs"]):
        model.train()
        for batch in train:
            loss = model(**batch).loss
            acc.backward(loss)
            acc.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad()
        score = evaluate(acc, model, valid)
        acc.print(f"epoch {epoch}: valid accuracy {score:.4f}")
        if score > best:
            best = score
            state = {k: v.detach().clone() for k, v in acc.unwrap_model(model).state_dict().items()}

    acc.unwrap_model(model).load_state_dict(state)
    acc.print(f"test accuracy {evaluate(acc, model, test):.4f} (both labels are equally frequent)")


if __name__ == "__main__":
    main()
