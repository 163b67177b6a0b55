import json
from dataclasses import dataclass

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_cosine_schedule_with_warmup


@dataclass
class Args:
    model: str = "checkpoints/steps"
    epochs: int = 8
    bs: int = 16
    lr: float = 2e-3
    seed: int = 99


def load_jsonl(path):
    with open(path) as fh:
        return [json.loads(l) for l in fh]


class Collator:
    """prompt + steps + eos, the loss is only on the steps"""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        input_ids, labels = [], []
        for r in rows:
            p = self.tokenizer(r["prompt"])["input_ids"]
            a = self.tokenizer(" " + r["steps"])["input_ids"] + [self.tokenizer.eos_token_id]
            input_ids.append(p + a)
            labels.append([-100] * len(p) + a)
        n = max(map(len, input_ids))
        mask = [[1] * len(x) + [0] * (n - len(x)) for x in input_ids]
        labels = [y + [-100] * (n - len(y)) for y in labels]
        input_ids = [x + [self.tokenizer.pad_token_id] * (n - len(x)) for x in input_ids]
        return {
            "input_ids": torch.tensor(input_ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor(labels),
        }


def generate_all(model, tokenizer, rows, batch_size=32):
    outs = []
    model.eval()
    for i in range(0, len(rows), batch_size):
        chunk = [r["prompt"] for r in rows[i : i + batch_size]]
        enc = tokenizer(chunk, return_tensors="pt", padding=True).to(model.device)
        with torch.no_grad():
            gen = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        gen = gen[:, enc["input_ids"].shape[1] :]
        outs += [t.strip() for t in tokenizer.batch_decode(gen, skip_special_tokens=True)]
    return outs


def main(args):
    set_seed(args.seed)
    accelerator = Accelerator()
    tokenizer = AutoTokenizer.from_pretrained(args.model)
    tokenizer.pad_token = tokenizer.eos_token
    model = AutoModelForCausalLM.from_pretrained(args.model)

    train_rows = load_jsonl("data/steps/train.jsonl")
    val_rows = load_jsonl("data/steps/validation.jsonl")
    loader = DataLoader(train_rows, batch_size=args.bs, shuffle=True, collate_fn=Collator(tokenizer))

    optimizer = torch.optim.AdamW(model.parameters(), lr=args.lr, weight_decay=0.01)
    scheduler = get_cosine_schedule_with_warmup(optimizer, 10, args.epochs * len(loader))
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)

    for epoch in range(args.epochs):
        model.train()
        total = 0.0
        for batch in loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            total += loss.item()
        accelerator.print(f"epoch {epoch} loss {total / len(loader):.4f}")

    answers = generate_all(accelerator.unwrap_model(model), tokenizer, val_rows)
    for r, a in list(zip(val_rows, answers))[:8]:
        print(r["prompt"], "=>", a, "   [", r["steps"], "]")
    print("exact match", sum(a == r["steps"] for r, a in zip(val_rows, answers)) / len(val_rows))


main(Args())
