import json
from dataclasses import dataclass

import torch
from torch.utils.data import Dataset
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed


@dataclass
class Config:
    base: str = "checkpoints/steps"
    train_file: str = "data/steps/train.jsonl"
    valid_file: str = "data/steps/validation.jsonl"
    max_length: int = 24
    epochs: int = 8
    lr: float = 3e-3
    seed: int = 5


class StepsDataset(Dataset):
    def __init__(self, path, tokenizer, max_length):
        self.items = []
        self.rows = [json.loads(line) for line in open(path)]
        for row in self.rows:
            text = f"{row['prompt']} {row['steps']} {tokenizer.eos_token}"
            enc = tokenizer(
                text, max_length=max_length, padding="max_length", truncation=True, return_tensors="pt"
            )
            input_ids = enc["input_ids"][0]
            attention_mask = enc["attention_mask"][0]
            labels = input_ids.clone()
            labels[labels == tokenizer.pad_token_id] = -100
            self.items.append({"input_ids": input_ids, "attention_mask": attention_mask, "labels": labels})

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def main(cfg):
    set_seed(cfg.seed)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(cfg.base)
    tokenizer.pad_token = tokenizer.eos_token
    model = GPT2LMHeadModel.from_pretrained(cfg.base)
    train = StepsDataset(cfg.train_file, tokenizer, cfg.max_length)
    valid = StepsDataset(cfg.valid_file, tokenizer, cfg.max_length)

    args = TrainingArguments(
        output_dir="out/ad08",
        num_train_epochs=cfg.epochs,
        learning_rate=cfg.lr,
        per_device_train_batch_size=16,
        eval_strategy="epoch",
        logging_steps=100,
        save_strategy="no",
        report_to="none",
    )
    trainer = Trainer(model=model, args=args, train_dataset=train, eval_dataset=valid)
    trainer.train()

    model.eval()
    lengths, same = [], 0
    rows = valid.rows[:60]
    for k, row in enumerate(rows):
        enc = tokenizer(row["prompt"], return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=12, do_sample=False, pad_token_id=tokenizer.pad_token_id)
        text = tokenizer.decode(out[0][enc["input_ids"].shape[1]:], skip_special_tokens=True)
        lengths.append(len(text.split()))
        same += text == row["steps"]
        if k < 6:
            print(row["prompt"], "=>", text, "| wanted:", row["steps"])
    print("mean words generated:", sum(lengths) / len(lengths))
    print("mean words wanted:", sum(len(r["steps"].split()) for r in rows) / len(rows))
    print("exact:", same / len(rows))


if __name__ == "__main__":
    main(Config())
