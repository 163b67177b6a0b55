"""GPT-2 writes the steps after a prompt. There is no pad token: the end token pads, and the mask says what is real."""
import json
import random

import torch
from torch.utils.data import Dataset
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed

CKPT = "checkpoints/steps"


def read(split):
    with open(f"data/steps/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


class Steps(Dataset):
    def __init__(self, rows, tok):
        self.items = []
        for r in rows:
            prompt = tok(r["prompt"])["input_ids"]
            answer = tok(r["steps"])["input_ids"] + [tok.eos_token_id]
            self.items.append({"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Collator:
    """Right padding. The pad id equals the eos id, so labels are padded by length and never by comparing ids:
    the real end token must stay in the loss."""

    def __init__(self, pad_id):
        self.pad_id = pad_id

    def __call__(self, batch):
        width = max(len(b["input_ids"]) for b in batch)
        out = {"input_ids": [], "attention_mask": [], "labels": []}
        for b in batch:
            gap = width - len(b["input_ids"])
            out["input_ids"].append(b["input_ids"] + [self.pad_id] * gap)
            out["attention_mask"].append([1] * len(b["input_ids"]) + [0] * gap)
            out["labels"].append(b["labels"] + [-100] * gap)
        return {k: torch.tensor(v) for k, v in out.items()}


@torch.no_grad()
def exact(model, tok, rows, batch=40):
    was = model.training
    model.eval()
    hits = 0
    for k in range(0, len(rows), batch):
        part = rows[k:k + batch]
        enc = tok([r["prompt"] for r in part], padding=True, padding_side="left", return_tensors="pt")
        out = model.generate(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=8,
                             do_sample=False, pad_token_id=tok.eos_token_id)
        texts = tok.batch_decode(out[:, enc["input_ids"].size(1):], skip_special_tokens=True)
        hits += sum(t.strip() == r["steps"] for t, r in zip(texts, part))
    model.train(was)
    return hits / len(rows)


def main():
    set_seed(9)
    tok = PreTrainedTokenizerFast.from_pretrained(CKPT)
    tok.pad_token = tok.eos_token
    model = GPT2LMHeadModel.from_pretrained(CKPT)
    model.config.pad_token_id = tok.pad_token_id

    train, valid, test = read("train"), read("validation"), read("test")
    closed = {r["prompt"] for r in valid} | {r["prompt"] for r in test}
    train = [r for r in train if r["prompt"] not in closed]
    closed = {r["prompt"] for r in test}
    valid = [r for r in valid if r["prompt"] not in closed]
    random.Random(0).shuffle(train)
    print(len(train), len(valid), len(test), "exact before:", exact(model, tok, valid))

    args = TrainingArguments(
        output_dir="out/gh20", num_train_epochs=25, per_device_train_batch_size=8, gradient_accumulation_steps=2,
        per_device_eval_batch_size=80, learning_rate=1.5e-3, lr_scheduler_type="cosine", warmup_ratio=0.06, weight_decay=0.01,
        eval_strategy="epoch", save_strategy="epoch", save_total_limit=1, load_best_model_at_end=True,
        metric_for_best_model="eval_loss", greater_is_better=False, logging_steps=40, report_to="none", use_cpu=True, seed=9)
    trainer = Trainer(model=model, args=args, train_dataset=Steps(train, tok), eval_dataset=Steps(valid, tok),
                      data_collator=Collator(tok.eos_token_id))
    trainer.train()
    print("exact on validation", exact(trainer.model, tok, valid))
    print("exact on test", exact(trainer.model, tok, test))


if __name__ == "__main__":
    main()
