"""Teach a tiny GPT-2 to continue arithmetic progressions modulo 50."""
import random

import torch
from torch.utils.data import Dataset
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainingArguments, set_seed

set_seed(5)
MOD = 50
STEPS = range(1, 7)
BOS = 0  # values are stored as value + 1


def all_pairs(seed):
    """Every (start, step) once, in random order."""
    pairs = [(start, step) for start in range(MOD) for step in STEPS]
    random.Random(seed).shuffle(pairs)
    return pairs


class Progressions(Dataset):
    def __init__(self, pairs):
        self.rows = [
            [BOS] + [(start + step * k) % MOD + 1 for k in range(15)] for start, step in pairs
        ]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"input_ids": self.rows[i]}


def collate(batch):
    ids = torch.tensor([row["input_ids"] for row in batch])
    labels = torch.full_like(ids, -100)
    labels[:, :-1] = ids[:, 1:]  # every position answers with the next token
    return {
        "input_ids": ids,
        "attention_mask": torch.ones_like(ids),
        "labels": labels,
    }


def continuation_accuracy(model, dataset, known=8):
    model.eval()
    rows = torch.tensor(dataset.rows)
    prompt, rest = rows[:, :known], rows[:, known:]
    with torch.no_grad():
        out = model.generate(
            prompt,
            attention_mask=torch.ones_like(prompt),
            max_new_tokens=rest.shape[1],
            min_new_tokens=rest.shape[1],
            do_sample=False,
            pad_token_id=BOS,
        )
    new = out[:, known:]
    print("prompt  ", (prompt[0, 1:] - 1).tolist())
    print("expected", (rest[0] - 1).tolist())
    print("model   ", (new[0] - 1).tolist())
    return (new == rest).float().mean().item()


def main():
    pairs = all_pairs(seed=1)
    train_ds, eval_ds = Progressions(pairs[60:]), Progressions(pairs[:60])
    config = GPT2Config(
        vocab_size=MOD + 1,
        n_positions=32,
        n_embd=64,
        n_layer=2,
        n_head=4,
        bos_token_id=BOS,
        eos_token_id=BOS,
    )
    model = GPT2LMHeadModel(config)
    args = TrainingArguments(
        output_dir="out/ch02",
        num_train_epochs=60,
        per_device_train_batch_size=16,
        learning_rate=2e-3,
        warmup_steps=40,
        eval_strategy="steps",
        eval_steps=150,
        save_strategy="no",
        logging_steps=150,
        report_to="none",
        use_cpu=True,
    )
    trainer = Trainer(
        model=model,
        args=args,
        train_dataset=train_ds,
        eval_dataset=eval_ds,
        data_collator=collate,
    )
    trainer.train()
    acc = continuation_accuracy(trainer.model, eval_ds)
    print(f"continuation accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
