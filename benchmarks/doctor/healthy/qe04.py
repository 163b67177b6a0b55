"""Teach a tiny GPT-2 which working steps follow a prompt; the loss counts only the answer."""
from __future__ import annotations

import json
import math
from dataclasses import dataclass

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader, Dataset
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast


@dataclass(frozen=True)
class Config:
    checkpoint: str = "checkpoints/steps"
    data: str = "data/steps"
    epochs: int = 8
    batch_size: int = 16
    lr: float = 1e-3
    warmup: int = 20
    seed: int = 5


class StepsData(Dataset):
    """prompt tokens are shown but not scored; the closing </s> is scored"""

    def __init__(self, rows, tok):
        self.items = []
        for r in rows:
            prompt = tok(r["prompt"])["input_ids"]
            answer = tok(r["steps"])["input_ids"] + [tok.eos_token_id]
            ids = torch.tensor(prompt + answer)
            labels = torch.tensor([-100] * len(prompt) + answer)
            self.items.append((ids, labels))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def make_collate(pad_id: int):
    def collate(batch):
        ids, labels = zip(*batch)
        mask = pad_sequence([torch.ones_like(x) for x in ids], batch_first=True)
        # padding is masked by length: pad and </s> share an id, and </s> must be learnt
        return {
            "input_ids": pad_sequence(ids, batch_first=True, padding_value=pad_id),
            "attention_mask": mask,
            "labels": pad_sequence(labels, batch_first=True, padding_value=-100),
        }
    return collate


def load(cfg: Config):
    parts = {}
    for split in ("train", "validation", "test"):
        with open(f"{cfg.data}/{split}.jsonl") as fh:
            parts[split] = [json.loads(line) for line in fh]
    taken = {r["prompt"] for r in parts["test"]}
    parts["validation"] = [r for r in parts["validation"] if r["prompt"] not in taken]
    taken |= {r["prompt"] for r in parts["validation"]}
    parts["train"] = [r for r in parts["train"] if r["prompt"] not in taken]
    return parts


@torch.inference_mode()
def exact_match(model, tok, rows) -> float:
    model.eval()
    enc = tok([r["prompt"] for r in rows], padding=True, padding_side="left", return_tensors="pt")
    out = model.generate(
        input_ids=enc["input_ids"], attention_mask=enc["attention_mask"],
        max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id,
    )
    new = out[:, enc["input_ids"].shape[1]:]
    said = tok.batch_decode(new, skip_special_tokens=True)
    return sum(s.split() == r["steps"].split() for s, r in zip(said, rows)) / len(rows)


def main(cfg: Config = Config()):
    torch.manual_seed(cfg.seed)
    tok = PreTrainedTokenizerFast.from_pretrained(cfg.checkpoint)
    tok.pad_token = tok.eos_token
    model = GPT2LMHeadModel.from_pretrained(cfg.checkpoint)

    parts = load(cfg)
    print({k: len(v) for k, v in parts.items()})
    loader = DataLoader(StepsData(parts["train"], tok), cfg.batch_size, shuffle=True,
                        collate_fn=make_collate(tok.pad_token_id))

    optimizer = torch.optim.AdamW(model.parameters(), lr=cfg.lr)
    total = cfg.epochs * len(loader)

    def factor(step):
        if step < cfg.warmup:
            return (step + 1) / cfg.warmup
        return 0.5 * (1 + math.cos(math.pi * (step - cfg.warmup) / (total - cfg.warmup)))

    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, factor)
    print("validation before:", round(exact_match(model, tok, parts["validation"]), 3))
    for epoch in range(1, cfg.epochs + 1):
        model.train()
        losses = []
        for batch in loader:
            loss = model(**batch).loss
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            losses.append(loss.item())
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.4f}  "
              f"validation exact {exact_match(model, tok, parts['validation']):.3f}")

    answers = [r["steps"] for r in parts["train"]]
    usual = max(sorted(set(answers)), key=answers.count)
    guess = sum(r["steps"] == usual for r in parts["test"]) / len(parts["test"])
    print(f"test exact {exact_match(model, tok, parts['test']):.3f}  (always the same answer: {guess:.3f})")


if __name__ == "__main__":
    main()
