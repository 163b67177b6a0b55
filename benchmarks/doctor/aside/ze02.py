import argparse

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from tqdm.auto import tqdm
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_scheduler,
)

TAGS = ["O", "PLACE", "PERSON", "FIRM"]


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--model", default="checkpoints/tags")
    p.add_argument("--data", default="data/tags")
    p.add_argument("--epochs", type=int, default=10)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--seed", type=int, default=0)
    return p.parse_args()


def main():
    args = parse_args()
    set_seed(args.seed)
    accelerator = Accelerator()

    files = {s: f"{args.data}/{s}.jsonl" for s in ("train", "validation")}
    raw = load_dataset("json", data_files=files)
    tokenizer = AutoTokenizer.from_pretrained(args.model)

    def encode(examples):
        enc = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
        labels = []
        for i, tags in enumerate(examples["tags"]):
            previous = None
            row = []
            for w in enc.word_ids(i):
                if w is None or w == previous:
                    row.append(-100)
                else:
                    row.append(tags[w])
                previous = w
            labels.append(row)
        enc["labels"] = labels
        return enc

    data = raw.map(encode, batched=True, remove_columns=raw["train"].column_names)

    collator = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(data["train"], shuffle=True, batch_size=args.batch_size, collate_fn=collator)
    eval_loader = DataLoader(data["validation"], batch_size=args.batch_size, collate_fn=collator)

    model = AutoModelForTokenClassification.from_pretrained(
        args.model,
        id2label=dict(enumerate(TAGS)),
        label2id={t: i for i, t in enumerate(TAGS)},
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr)
    model, optimizer, train_loader, eval_loader = accelerator.prepare(
        model, optimizer, train_loader, eval_loader
    )
    steps = args.epochs * len(train_loader)
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=20, num_training_steps=steps)

    bar = tqdm(range(steps), disable=not accelerator.is_main_process)
    for epoch in range(args.epochs):
        model.train()
        for batch in train_loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            bar.update(1)

        model.eval()
        right = total = right_names = names = 0
        for batch in eval_loader:
            with torch.no_grad():
                preds = model(**batch).logits.argmax(dim=-1)
            labels = batch["labels"]
            preds = accelerator.pad_across_processes(preds, dim=1, pad_index=-100)
            labels = accelerator.pad_across_processes(labels, dim=1, pad_index=-100)
            preds, labels = accelerator.gather_for_metrics((preds, labels))
            known = labels != -100
            name = labels > 0
            right += (preds[known] == labels[known]).sum().item()
            total += known.sum().item()
            right_names += (preds[name] == labels[name]).sum().item()
            names += name.sum().item()
        accelerator.print(
            f"epoch {epoch} loss {loss.item():.4f} words {right / total:.3f} names {right_names / names:.3f}"
        )


if __name__ == "__main__":
    main()
