"""Sentiment on SST-2 style sentences, own loop on top of Accelerate.

Run it plainly or with `accelerate launch ih06.py`.
"""
import argparse

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
    get_scheduler,
)


def get_dataloaders(accelerator, tokenizer, args):
    files = {s: f"{args.data}/{s}-00000-of-00001.parquet" for s in ("train", "validation")}
    raw = load_dataset("parquet", data_files=files, cache_dir=f"{args.out}/cache")

    def tokenize(batch):
        return tokenizer(batch["sentence"], truncation=True, max_length=96)

    with accelerator.main_process_first():
        ds = raw.map(tokenize, batched=True, remove_columns=["sentence", "idx"])
    ds = ds.rename_column("label", "labels")

    collate = DataCollatorWithPadding(tokenizer)
    train = DataLoader(ds["train"], shuffle=True, batch_size=args.batch_size, collate_fn=collate)
    val = DataLoader(ds["validation"], shuffle=False, batch_size=2 * args.batch_size, collate_fn=collate)
    return train, val


def evaluate(accelerator, model, loader):
    model.eval()
    preds, refs = [], []
    for batch in loader:
        with torch.no_grad():
            logits = model(**batch).logits
        # gather_for_metrics also drops what was added to fill up the last batch
        p, r = accelerator.gather_for_metrics((logits.argmax(dim=-1), batch["labels"]))
        preds.append(p.cpu())
        refs.append(r.cpu())
    preds, refs = torch.cat(preds), torch.cat(refs)
    tp = ((preds == 1) & (refs == 1)).sum().item()
    fp = ((preds == 1) & (refs == 0)).sum().item()
    fn = ((preds == 0) & (refs == 1)).sum().item()
    return {
        "accuracy": (preds == refs).float().mean().item(),
        "f1": 2 * tp / max(2 * tp + fp + fn, 1),
        "n": len(refs),
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/bert")
    parser.add_argument("--data", default="data/glue/sst2")
    parser.add_argument("--out", default="out/ih06")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch_size", type=int, default=32)
    parser.add_argument("--lr", type=float, default=4e-4)
    parser.add_argument("--weight_decay", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()

    accelerator = Accelerator(cpu=True)
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=2)
    train_dl, val_dl = get_dataloaders(accelerator, tokenizer, args)

    # no decay for biases and layer norms, as everybody does
    no_decay = ("bias", "LayerNorm.weight")
    groups = [
        {"params": [p for n, p in model.named_parameters() if not n.endswith(no_decay)],
         "weight_decay": args.weight_decay},
        {"params": [p for n, p in model.named_parameters() if n.endswith(no_decay)],
         "weight_decay": 0.0},
    ]
    optimizer = AdamW(groups, lr=args.lr)
    # the prepared scheduler advances num_processes times per step, so count in unsharded batches
    num_steps = args.epochs * len(train_dl)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=num_steps // 10, num_training_steps=num_steps)

    model, optimizer, train_dl, val_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, val_dl, scheduler
    )

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for batch in train_dl:
            outputs = model(**batch)
            accelerator.backward(outputs.loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total += outputs.loss.detach().item()
        scores = evaluate(accelerator, model, val_dl)
        accelerator.print(
            f"epoch {epoch + 1}: loss {total / len(train_dl):.4f}  "
            f"val acc {scores['accuracy']:.4f}  val f1 {scores['f1']:.4f}  ({scores['n']} rows)"
        )

    accelerator.wait_for_everyone()
    accelerator.unwrap_model(model).save_pretrained(
        f"{args.out}/model", is_main_process=accelerator.is_main_process, save_function=accelerator.save
    )
    if accelerator.is_main_process:
        tokenizer.save_pretrained(f"{args.out}/model")


if __name__ == "__main__":
    main()
