#!/usr/bin/env python
import argparse
from functools import partial

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSeq2SeqLM, AutoTokenizer, DataCollatorForSeq2Seq, get_scheduler


def get_args():
    parser = argparse.ArgumentParser("date codes with accelerate, no trainer")
    parser.add_argument("--model_name_or_path", default="checkpoints/dates")
    parser.add_argument("--num_train_epochs", type=int, default=15)
    parser.add_argument("--learning_rate", type=float, default=3e-3)
    parser.add_argument("--lr_scheduler_type", default="linear")
    parser.add_argument("--batch_size", type=int, default=16)
    parser.add_argument("--max_length", type=int, default=16)
    parser.add_argument("--seed", type=int, default=4)
    return parser.parse_args()


def tokenize(batch, tokenizer, max_length):
    return tokenizer(batch["date"], text_target=batch["code"], max_length=max_length, truncation=True)


def main():
    args = get_args()
    accelerator = Accelerator()
    set_seed(args.seed)

    tokenizer = AutoTokenizer.from_pretrained(args.model_name_or_path)
    model = AutoModelForSeq2SeqLM.from_pretrained(args.model_name_or_path)
    data = load_dataset("json", data_files={s: f"data/dates/{s}.jsonl" for s in ("train", "validation")})
    data = data.map(
        partial(tokenize, tokenizer=tokenizer, max_length=args.max_length),
        batched=True,
        remove_columns=["date", "code"],
    )
    collator = DataCollatorForSeq2Seq(tokenizer, model=model)
    train_dl = DataLoader(data["train"], batch_size=args.batch_size, shuffle=True, collate_fn=collator)
    eval_dl = DataLoader(data["validation"], batch_size=args.batch_size, collate_fn=collator)

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.learning_rate)
    model, optimizer, train_dl, eval_dl = accelerator.prepare(model, optimizer, train_dl, eval_dl)

    lr_scheduler = get_scheduler(
        args.lr_scheduler_type,
        optimizer=optimizer,
        num_warmup_steps=0,
        num_training_steps=args.num_train_epochs,
    )

    for epoch in range(args.num_train_epochs):
        model.train()
        total = 0.0
        for batch in train_dl:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()
            total += loss.detach().item()

        model.eval()
        right = seen = 0
        for batch in eval_dl:
            with torch.no_grad():
                generated = accelerator.unwrap_model(model).generate(
                    batch["input_ids"], attention_mask=batch["attention_mask"], max_new_tokens=8
                )
            generated = accelerator.pad_across_processes(generated, dim=1, pad_index=tokenizer.pad_token_id)
            generated, labels = accelerator.gather_for_metrics((generated, batch["labels"]))
            labels[labels == -100] = tokenizer.pad_token_id
            preds = tokenizer.batch_decode(generated, skip_special_tokens=True)
            refs = tokenizer.batch_decode(labels, skip_special_tokens=True)
            right += sum(p == r for p, r in zip(preds, refs))
            seen += len(refs)
        accelerator.print(f"epoch {epoch}: loss {total / len(train_dl):.4f}  exact match {right / seen:.3f}")


if __name__ == "__main__":
    main()
