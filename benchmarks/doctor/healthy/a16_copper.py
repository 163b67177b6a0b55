"""Causal LM on prompt + steps; the loss is taken on the steps only."""
from dataclasses import dataclass

import torch
from datasets import load_dataset
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

PATH = "checkpoints/steps"


@dataclass
class CompletionCollator:
    pad_id: int

    def __call__(self, rows):
        ids = [torch.tensor(r["input_ids"]) for r in rows]
        labels = [torch.tensor(r["labels"]) for r in rows]
        mask = [torch.ones(len(i), dtype=torch.long) for i in ids]
        return {
            "input_ids": pad_sequence(ids, batch_first=True, padding_value=self.pad_id),
            "attention_mask": pad_sequence(mask, batch_first=True, padding_value=0),
            "labels": pad_sequence(labels, batch_first=True, padding_value=-100),
        }


def build(row, tok):
    prompt = tok(row["prompt"])["input_ids"]
    answer = tok(row["steps"])["input_ids"] + [tok.eos_token_id]
    return {"input_ids": prompt + answer, "labels": [-100] * len(prompt) + answer}


@torch.no_grad()
def exact_match(model, tok, rows):
    model.eval()
    good = 0
    for row in rows:
        enc = tok(row["prompt"], return_tensors="pt")
        out = model.generate(**enc, max_new_tokens=8, do_sample=False, pad_token_id=tok.eos_token_id)
        text = tok.decode(out[0, enc["input_ids"].shape[1]:], skip_special_tokens=True)
        good += text.strip() == row["steps"]
    return good / len(rows)


def main():
    tok = AutoTokenizer.from_pretrained(PATH)
    model = AutoModelForCausalLM.from_pretrained(PATH)
    raw = load_dataset("data/steps")
    ds = raw.map(build, fn_kwargs={"tok": tok}, remove_columns=["prompt", "steps"])
    args = TrainingArguments("runs/copper", learning_rate=3e-3, num_train_epochs=10, per_device_train_batch_size=16,
                             lr_scheduler_type="linear", warmup_ratio=0.1, eval_strategy="epoch", save_strategy="no",
                             logging_steps=30, report_to="none", seed=11)
    trainer = Trainer(model=model, args=args, data_collator=CompletionCollator(tok.eos_token_id),
                      train_dataset=ds["train"], eval_dataset=ds["validation"])
    print("before:", exact_match(model, tok, raw["validation"].select(range(20))))
    trainer.train()
    print("after:", exact_match(model, tok, raw["validation"].select(range(60))))


if __name__ == "__main__":
    main()
