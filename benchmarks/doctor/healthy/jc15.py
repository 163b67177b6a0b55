"""Causal LM as an instruction follower: "soap in school : soak" -> "wrap grind melt roll".

Only the answer (with its end mark) is learnt; the prompt and the padding carry -100.
The tokenizer has one special token, which ends the answer and also fills up the rows, so
the labels are masked by position and not by comparing with the padding id.
"""
import json
from collections import Counter

import torch
from transformers import (AutoModelForCausalLM, AutoTokenizer, Trainer, TrainerCallback,
                          TrainingArguments, set_seed)

CKPT = "checkpoints/steps"
set_seed(9)
tok = AutoTokenizer.from_pretrained(CKPT)
tok.pad_token = tok.eos_token
tok.padding_side = "left"  # for generation; the training batches are filled by hand below


def pairs(split):
    with open(f"data/steps/{split}.jsonl", encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            yield row["prompt"], row["steps"]


def distinct(rows, *taken):
    seen = {prompt for part in taken for prompt, _ in part}
    for prompt, steps in rows:
        if prompt not in seen:
            seen.add(prompt)
            yield prompt, steps


test = list(distinct(pairs("test")))
val = list(distinct(pairs("validation"), test))
train = list(distinct(pairs("train"), test, val))


def example(prompt, steps):
    q = tok(prompt)["input_ids"]
    a = tok(steps)["input_ids"] + [tok.eos_token_id]
    return {"input_ids": q + a, "labels": [-100] * len(q) + a}


def pad_right(features):
    width = max(len(f["input_ids"]) for f in features)

    def fill(rows, value):
        return torch.tensor([r + [value] * (width - len(r)) for r in rows])

    ids = [f["input_ids"] for f in features]
    return {"input_ids": fill(ids, tok.pad_token_id),
            "attention_mask": fill([[1] * len(r) for r in ids], 0),
            "labels": fill([f["labels"] for f in features], -100)}


@torch.no_grad()
def answers(model, prompts):
    was_training = model.training
    model.eval()
    batch = tok(prompts, padding=True, return_tensors="pt")
    out = model.generate(**batch, max_new_tokens=8, do_sample=False, pad_token_id=tok.pad_token_id)
    model.train(was_training)
    for row in out[:, batch["input_ids"].shape[1]:].tolist():
        if tok.eos_token_id in row:
            row = row[:row.index(tok.eos_token_id)]
        yield " ".join(tok.convert_ids_to_tokens(row))


def exact(model, rows):
    got = answers(model, [p for p, _ in rows])
    return sum(g == s for g, (_, s) in zip(got, rows)) / len(rows)


class ReadAloud(TrainerCallback):
    """Every fifth epoch, lets the model answer the validation prompts freely."""

    def on_epoch_end(self, args, state, control, model=None, **kwargs):
        if round(state.epoch) % 5 == 0:
            print(f"epoch {round(state.epoch)}: {exact(model, val):.3f} of the validation answers are word for word right")


trainer = Trainer(
    model=AutoModelForCausalLM.from_pretrained(CKPT),
    args=TrainingArguments(
        output_dir="out/jc15",
        num_train_epochs=20,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        learning_rate=2e-3,
        warmup_ratio=0.1,
        lr_scheduler_type="cosine",
        eval_strategy="epoch",
        save_strategy="epoch",
        logging_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        metric_for_best_model="loss",
        greater_is_better=False,
        prediction_loss_only=True,
        disable_tqdm=True,
        report_to="none",
        use_cpu=True,
        seed=9,
    ),
    train_dataset=[example(*r) for r in train],
    eval_dataset=[example(*r) for r in val],
    data_collator=pad_right,
    callbacks=[ReadAloud()],
)
trainer.train()

favourite, _ = Counter(s for _, s in train).most_common(1)[0]
print(f"test: {exact(trainer.model, test):.3f} exact answers among {len(test)} new prompts")
print(f"the commonest answer every time: {sum(s == favourite for _, s in test) / len(test):.3f}")
