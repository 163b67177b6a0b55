import json

import tensorflow as tf
from transformers import AutoTokenizer, TFGPT2LMHeadModel

CKPT = "checkpoints/steps"
MAX_LEN = 24
BATCH_SIZE = 16
EPOCHS = 10
LR = 2e-3


def read_jsonl(path):
    with open(path) as f:
        return [json.loads(line) for line in f]


def build_dataset(rows, tokenizer, training):
    texts = [f"{r['prompt']} {r['steps']}{tokenizer.eos_token}" for r in rows]
    enc = tokenizer(
        texts, padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="tf"
    )
    ids, mask = enc["input_ids"], enc["attention_mask"]
    targets = tf.where(mask == 1, ids, -100)
    ds = tf.data.Dataset.from_tensor_slices(
        {
            "input_ids": ids[:, :-1],
            "attention_mask": mask[:, :-1],
            "labels": targets[:, 1:],
        }
    )
    if training:
        ds = ds.shuffle(1000, seed=3)
    return ds.batch(BATCH_SIZE)


def generate(model, tokenizer, prompt):
    enc = tokenizer(prompt, return_tensors="tf")
    out = model.generate(
        **enc, max_new_tokens=8, do_sample=False, pad_token_id=tokenizer.eos_token_id
    )
    new_tokens = out[0][enc["input_ids"].shape[1]:]
    return tokenizer.decode(new_tokens, skip_special_tokens=True).strip()


def main():
    tf.keras.utils.set_random_seed(3)
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    tokenizer.pad_token = tokenizer.eos_token

    train_rows = read_jsonl("data/steps/train.jsonl")
    val_rows = read_jsonl("data/steps/validation.jsonl")
    test_rows = read_jsonl("data/steps/test.jsonl")
    train_ds = build_dataset(train_rows, tokenizer, training=True)
    val_ds = build_dataset(val_rows, tokenizer, training=False)

    model = TFGPT2LMHeadModel.from_pretrained(CKPT)
    optimizer = tf.keras.optimizers.Adam(LR)
    model.compile(optimizer=optimizer)
    model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

    correct = 0
    sample = test_rows[:40]
    for i, row in enumerate(sample):
        text = generate(model, tokenizer, row["prompt"])
        correct += text == row["steps"]
        if i < 5:
            print(f"{row['prompt']!r:45} -> {text!r}   (expected {row['steps']!r})")
    print(f"exact match: {correct / len(sample):.3f}")


if __name__ == "__main__":
    main()
