"""Continue pretraining on the recipe lines: everything is joined and cut into full blocks."""
import math
from itertools import chain

from datasets import load_dataset
from transformers import (
    AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments, default_data_collator, set_seed,
)

set_seed(42)
CKPT, BLOCK = "checkpoints/steps", 32          # n_positions of this GPT-2 is 32

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForCausalLM.from_pretrained(CKPT)
assert BLOCK <= model.config.n_positions

raw = load_dataset("json", data_files={s: f"data/steps/{s}.jsonl" for s in ("train", "validation", "test")})


def tokenize(batch):
    lines = [f"{p} {s}" for p, s in zip(batch["prompt"], batch["steps"])]
    return {"input_ids": [ids + [tokenizer.eos_token_id] for ids in tokenizer(lines)["input_ids"]]}


def pack(batch):
    stream = list(chain.from_iterable(batch["input_ids"]))
    usable = len(stream) // BLOCK * BLOCK
    blocks = [stream[i:i + BLOCK] for i in range(0, usable, BLOCK)]
    return {
        "input_ids": blocks,
        "attention_mask": [[1] * BLOCK for _ in blocks],
        "labels": [list(b) for b in blocks],      # the model shifts by itself
    }


tokens = raw.map(tokenize, batched=True, remove_columns=["prompt", "steps"])
packed = tokens.map(pack, batched=True, batch_size=1000)
print({s: len(packed[s]) for s in packed}, "blocks of", BLOCK)

args = TrainingArguments(
    output_dir="out/yh10",
    max_steps=200,
    per_device_train_batch_size=16,
    per_device_eval_batch_size=16,
    learning_rate=3e-3,
    lr_scheduler_type="cosine",
    warmup_steps=20,
    weight_decay=0.1,
    max_grad_norm=1.0,
    eval_strategy="steps",
    eval_steps=100,
    logging_steps=50,
    save_strategy="no",
    report_to="none",
    disable_tqdm=True,
)
trainer = Trainer(
    model=model, args=args, train_dataset=packed["train"], eval_dataset=packed["validation"],
    data_collator=default_data_collator,
)

before = trainer.evaluate()["eval_loss"]
trainer.train()
after = trainer.evaluate()["eval_loss"]
test = trainer.evaluate(packed["test"], metric_key_prefix="test")["test_loss"]
print(f"validation perplexity {math.exp(before):.2f} -> {math.exp(after):.2f}, test {math.exp(test):.2f}")

prompt = tokenizer("soap at home : soak", return_tensors="pt", return_token_type_ids=False)
out = model.eval().generate(**prompt, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id)
print(tokenizer.decode(out[0]))
