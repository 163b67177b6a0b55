"""Fine-tune the little GPT-2 to write the work steps for a prompt, then count exact answers."""
import argparse
import json

import torch
from datasets import Dataset
from transformers import (AutoModelForCausalLM, AutoTokenizer, DataCollatorForLanguageModeling,
                          Trainer, TrainingArguments, set_seed)


def read(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--ckpt", default="checkpoints/steps")
    p.add_argument("--epochs", type=int, default=12)
    p.add_argument("--lr", type=float, default=2e-3)
    p.add_argument("--out", default="out/jh02")
    return p.parse_args()


@torch.no_grad()
def answer(model, tok, prompt):
    enc = tok(prompt, return_tensors="pt").to(model.device)
    out = model.generate(**enc, max_new_tokens=12, do_sample=False,
                         eos_token_id=tok.eos_token_id, pad_token_id=tok.pad_token_id)
    return tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


def main():
    a = parse()
    set_seed(1)

    train = read("data/steps/train.jsonl")
    seen = {r["prompt"] for r in train}
    valid = [r for r in read("data/steps/validation.jsonl") if r["prompt"] not in seen]
    seen |= {r["prompt"] for r in valid}
    test = [r for r in read("data/steps/test.jsonl") if r["prompt"] not in seen]

    tok = AutoTokenizer.from_pretrained(a.ckpt)
    tok.pad_token = tok.eos_token
    model = AutoModelForCausalLM.from_pretrained(a.ckpt)
    model.config.pad_token_id = tok.pad_token_id

    def encode(rows):
        texts = [f"{r['prompt']} {r['steps']} {tok.eos_token}" for r in rows]
        return Dataset.from_dict(dict(tok(texts, truncation=True, max_length=32)))

    collator = DataCollatorForLanguageModeling(tok, mlm=False)
    args = TrainingArguments(
        output_dir=a.out,
        num_train_epochs=a.epochs,
        learning_rate=a.lr,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=32,
        eval_strategy="epoch",
        logging_strategy="epoch",
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(model=model, args=args, train_dataset=encode(train),
                      eval_dataset=encode(valid), data_collator=collator)
    trainer.train()

    model.eval()
    hits = 0
    for i, row in enumerate(test):
        got = answer(model, tok, row["prompt"])
        hits += got == row["steps"]
        if i < 5:
            print(f"{row['prompt']!r} -> {got!r}   (wanted {row['steps']!r})")
    print(f"exact match on {len(test)} unseen prompts: {hits / len(test):.3f}")


if __name__ == "__main__":
    main()
