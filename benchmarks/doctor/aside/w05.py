# GPT-2 that writes the work steps for a material, trained with plain Keras
import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFGPT2LMHeadModel

tf_keras.utils.set_random_seed(7)
ckpt = "checkpoints/steps"
tokenizer = AutoTokenizer.from_pretrained(ckpt)
tokenizer.pad_token = tokenizer.eos_token

df_train = pd.read_json("data/steps/train.jsonl", lines=True)
df_val = pd.read_json("data/steps/validation.jsonl", lines=True)


def make_dataset(df, shuffle=False):
    texts = (df["prompt"] + " " + df["steps"] + " " + tokenizer.eos_token).tolist()
    enc = tokenizer(texts, padding="max_length", max_length=16, truncation=True, return_tensors="tf")
    ds = tf.data.Dataset.from_tensor_slices({
        "input_ids": enc["input_ids"],
        "attention_mask": enc["attention_mask"],
    })
    if shuffle:
        ds = ds.shuffle(len(df))
    return ds.batch(16)


def add_labels(batch):
    return batch, batch["input_ids"]


train_ds = make_dataset(df_train, shuffle=True).map(add_labels)
val_ds = make_dataset(df_val).map(add_labels)

model = TFGPT2LMHeadModel.from_pretrained(ckpt, use_cache=False)
model.config.pad_token_id = tokenizer.eos_token_id

loss = tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=tf_keras.optimizers.Adam(learning_rate=1e-3), loss=loss)
history = model.fit(train_ds, validation_data=val_ds, epochs=12, verbose=2)
print("final val loss", history.history["val_loss"][-1])

# let it write
correct = 0
sample = df_val.head(40)
for prompt, steps in zip(sample["prompt"], sample["steps"]):
    ids = tokenizer(prompt, return_tensors="tf")
    out = model.generate(
        **ids,
        max_new_tokens=7,
        do_sample=False,
        pad_token_id=tokenizer.eos_token_id,
    )
    answer = tokenizer.decode(out[0][ids["input_ids"].shape[1]:], skip_special_tokens=True).strip()
    correct += answer == steps
    if prompt in sample["prompt"].tolist()[:5]:
        print(prompt, "=>", answer, "| should be:", steps)
print("generated exactly right:", correct, "of", len(sample))
