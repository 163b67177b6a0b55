# %%
# Steps after a prompt, with the little GPT-2. Only the answer counts in the loss, and so does its end.
import json
from pathlib import Path

import torch
from transformers import GPT2LMHeadModel, PreTrainedTokenizerFast, Trainer, TrainingArguments, set_seed

set_seed(31)
here = Path("out/ea15")
tok = PreTrainedTokenizerFast.from_pretrained("checkpoints/steps")
gpt = GPT2LMHeadModel.from_pretrained("checkpoints/steps")
tok.pad_token = tok.eos_token
gpt.config.pad_token_id = gpt.generation_config.pad_token_id = tok.eos_token_id


# %%
def lines(split, skip):
    rows = [json.loads(x) for x in Path("data/steps", split + ".jsonl").read_text().splitlines()]
    fresh = []
    for r in rows:
        if r["prompt"] not in skip:
            skip.add(r["prompt"])  # each prompt once, in the first split that has it
            fresh.append(r)
    return fresh


used = set()
train, valid, test = (lines(s, used) for s in ("train", "validation", "test"))
print(len(train), len(valid), len(test))


# %%
def example(row):
    question = tok(row["prompt"])["input_ids"]
    answer = tok(row["steps"])["input_ids"] + [tok.eos_token_id]
    return {"input_ids": question + answer, "labels": [-100] * len(question) + answer}


def stack(batch):
    n = max(len(b["input_ids"]) for b in batch)
    out = {"input_ids": [], "attention_mask": [], "labels": []}
    for b in batch:
        gap = n - len(b["input_ids"])
        out["input_ids"].append(b["input_ids"] + [tok.pad_token_id] * gap)
        out["attention_mask"].append([1] * len(b["input_ids"]) + [0] * gap)
        out["labels"].append(b["labels"] + [-100] * gap)  # by place, not by id
    return {k: torch.tensor(v) for k, v in out.items()}


# %%
trainer = Trainer(
    model=gpt,
    args=TrainingArguments(
        output_dir=str(here),
        num_train_epochs=40,
        learning_rate=1e-3,
        weight_decay=0.01,
        per_device_train_batch_size=16,
        gradient_accumulation_steps=2,
        per_device_eval_batch_size=64,
        warmup_steps=24,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        save_only_model=True,
        load_best_model_at_end=True,
        metric_for_best_model="eval_loss",
        greater_is_better=False,
        logging_strategy="epoch",
        report_to="none",
        seed=31,
    ),
    train_dataset=[example(r) for r in train],
    eval_dataset=[example(r) for r in valid],
    data_collator=stack,
)
trainer.train()


# %%
# prompts of different length in one batch: pads belong on the left when the model goes on writing
@torch.inference_mode()
def answers(prompts):
    tok.padding_side = "left"
    enc = tok(prompts, padding=True, return_tensors="pt").to(gpt.device)
    written = gpt.generate(**enc, max_new_tokens=10, do_sample=False)
    return tok.batch_decode(written[:, enc["input_ids"].shape[1]:], skip_special_tokens=True)


gpt.eval()
right = [a.split() == r["steps"].split() for a, r in zip(answers([r["prompt"] for r in test]), test)]
print(f"exact match on {len(right)} new prompts: {sum(right) / len(right):.3f}")
tok.padding_side = "right"
trainer.save_model(str(here / "final"))
tok.save_pretrained(here / "final")
