"""Fine-tune a small GPT-2 with Accelerate so that it continues a work order with its steps."""
import json
from functools import partial

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM, AutoTokenizer, get_scheduler

CFG = dict(
    checkpoint="checkpoints/steps",
    epochs=10,
    batch_size=16,
    lr=2e-3,
    warmup=20,
    max_new_tokens=12,
    seed=21,
)


def read_jsonl(path):
    with open(path, encoding="utf-8") as handle:
        return [json.loads(line) for line in handle]


def build_examples(rows, tokenizer):
    examples = []
    for row in rows:
        prompt = tokenizer(row["prompt"])["input_ids"]
        answer = tokenizer(row["steps"])["input_ids"] + [tokenizer.eos_token_id]
        # the loss is taken on the answer only
        examples.append({"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer})
    return examples


def collate(batch, pad_id):
    width = max(len(ex["input_ids"]) for ex in batch)
    ids, labels, mask = [], [], []
    for ex in batch:
        gap = width - len(ex["input_ids"])
        ids.append(ex["input_ids"] + [pad_id] * gap)
        labels.append(ex["labels"] + [-100] * gap)
        mask.append([1] * len(ex["input_ids"]) + [0] * gap)
    return {
        "input_ids": torch.tensor(ids),
        "attention_mask": torch.tensor(mask),
        "labels": torch.tensor(labels),
    }


@torch.no_grad()
def exact_match(model, tokenizer, rows, device, max_new_tokens, show=0):
    model.eval()
    right = 0
    for i, row in enumerate(rows):
        enc = tokenizer(row["prompt"], return_tensors="pt").to(device)
        out = model.generate(
            **enc,
            max_new_tokens=max_new_tokens,
            do_sample=False,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.eos_token_id,
        )
        text = tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()
        right += text == row["steps"]
        if i < show:
            print(f"  {row['prompt']!r} -> {text!r} (expected {row['steps']!r})")
    return right / len(rows)


def main(cfg):
    set_seed(cfg["seed"])
    accelerator = Accelerator()
    tokenizer = AutoTokenizer.from_pretrained(cfg["checkpoint"])
    model = AutoModelForCausalLM.from_pretrained(cfg["checkpoint"])

    train = build_examples(read_jsonl("data/steps/train.jsonl"), tokenizer)
    loader = DataLoader(
        train,
        batch_size=cfg["batch_size"],
        shuffle=True,
        collate_fn=partial(collate, pad_id=tokenizer.eos_token_id),
    )
    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg["lr"])
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    scheduler = get_scheduler("cosine", optimizer, cfg["warmup"], cfg["epochs"] * len(loader))

    for epoch in range(cfg["epochs"]):
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
        accelerator.print(f"epoch {epoch + 1}: training loss {total / len(loader):.4f}")

    net = accelerator.unwrap_model(model)
    limit = cfg["max_new_tokens"]
    dev = exact_match(net, tokenizer, read_jsonl("data/steps/validation.jsonl"), accelerator.device, limit, show=3)
    test = exact_match(net, tokenizer, read_jsonl("data/steps/test.jsonl"), accelerator.device, limit)
    accelerator.print(f"exact match: validation {dev:.3f}, test {test:.3f}")


if __name__ == "__main__":
    main(CFG)
