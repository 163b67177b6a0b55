import argparse
import json

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast


class StepsDataset(Dataset):
    """Prompt and steps in one sequence of fixed length."""

    def __init__(self, file, tokenizer, length=24):
        self.examples = []
        self.rows = []
        for line in open(file):
            row = json.loads(line)
            ids = tokenizer(f"{row['prompt']} {row['steps']} {tokenizer.eos_token}")["input_ids"][:length]
            inputs, targets = ids, list(ids)
            pad = length - len(inputs)
            self.rows.append(row)
            self.examples.append(
                {
                    "input_ids": torch.tensor(inputs + [tokenizer.eos_token_id] * pad),
                    "attention_mask": torch.tensor([1] * len(inputs) + [0] * pad),
                    "labels": torch.tensor(targets + [-100] * pad),
                }
            )

    def __len__(self):
        return len(self.examples)

    def __getitem__(self, index):
        return self.examples[index]


def generate(model, tokenizer, prompt):
    enc = tokenizer(prompt, return_tensors="pt")
    out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id)
    return tokenizer.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True).strip()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ckpt", default="checkpoints/steps")
    parser.add_argument("--epochs", default=12, type=int)
    parser.add_argument("--lr", default=5e-4, type=float)
    opts = parser.parse_args()

    torch.manual_seed(8)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(opts.ckpt)
    model = GPT2LMHeadModel.from_pretrained(opts.ckpt)
    train_set = StepsDataset("data/steps/train.jsonl", tokenizer)
    valid_set = StepsDataset("data/steps/validation.jsonl", tokenizer)
    loader = DataLoader(train_set, batch_size=16, shuffle=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=opts.lr)

    for epoch in range(opts.epochs):
        model.train()
        losses = []
        for batch in loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print("epoch", epoch, "loss", sum(losses) / len(losses))

    model.eval()
    good = 0
    for i, row in enumerate(valid_set.rows[:60]):
        text = generate(model, tokenizer, row["prompt"])
        good += text == row["steps"]
        if i < 5:
            print(repr(row["prompt"]), "->", repr(text), "wanted", repr(row["steps"]))
    print("exact:", good / 60)
