import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tf_keras as keras
from datasets import load_dataset
from transformers import AutoTokenizer, TFGPT2LMHeadModel, create_optimizer, set_seed

set_seed(0)
checkpoint = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
tokenizer.pad_token = tokenizer.eos_token
model = TFGPT2LMHeadModel.from_pretrained(checkpoint)
model.config.pad_token_id = tokenizer.eos_token_id

raw = load_dataset(
    "json",
    data_files={s: f"data/steps/{s}.jsonl" for s in ("train", "validation", "test")},
)

BLOCK = 24


def tokenize(example):
    prompt = tokenizer(example["prompt"])["input_ids"]
    answer = tokenizer(example["steps"])["input_ids"] + [tokenizer.eos_token_id]
    ids = prompt + answer
    target = [-100] * len(prompt) + answer
    pad = BLOCK - len(ids)
    return {
        "ids": ids + [tokenizer.pad_token_id] * pad,
        "mask": [1] * len(ids) + [0] * pad,
        "target": target + [-100] * pad,
    }


tokenized = raw.map(tokenize, remove_columns=raw["train"].column_names)


def as_arrays(split):
    ids, mask, target = (np.array(tokenized[split][c], dtype="int32") for c in ("ids", "mask", "target"))
    return {
        "input_ids": ids,
        "attention_mask": mask,
        "labels": target,
    }


train, valid = as_arrays("train"), as_arrays("validation")

batch_size, epochs = 16, 12
optimizer, _ = create_optimizer(
    init_lr=3e-3,
    num_train_steps=len(train["input_ids"]) // batch_size * epochs,
    num_warmup_steps=20,
    weight_decay_rate=0.01,
)
model.compile(optimizer=optimizer)
history = model.fit(
    train,
    validation_data=(valid, None),
    batch_size=batch_size,
    epochs=epochs,
    shuffle=True,
    verbose=2,
)
print("final val loss", history.history["val_loss"][-1])
print("perplexity", float(np.exp(history.history["val_loss"][-1])))

# how many of the test recipes are continued exactly as in the book?
tokenizer.padding_side = "left"
test = raw["test"]
right, shown = 0, 0
for start in range(0, len(test), 40):
    chunk = test[start : start + 40]
    enc = tokenizer(chunk["prompt"], padding=True, return_tensors="tf")
    out = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=8,
        do_sample=False,
        pad_token_id=tokenizer.pad_token_id,
    )
    new = out[:, enc["input_ids"].shape[1] :]
    for prompt, gold, seq in zip(chunk["prompt"], chunk["steps"], new):
        text = tokenizer.decode(seq, skip_special_tokens=True).strip()
        right += text == gold
        if shown < 6:
            print(f"{prompt!r}: {text!r}  (book: {gold!r})")
            shown += 1
print(f"exact match on test: {right / len(test):.3f}")
