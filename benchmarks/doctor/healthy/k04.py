# dates -> code words, BART, teacher forcing, greedy generate for the real score
import json
import os
import sys

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf
from datasets import Dataset
from transformers import AutoTokenizer, DataCollatorForSeq2Seq, TFAutoModelForSeq2SeqLM

OUT = os.path.join("outputs", "k04")
os.makedirs(OUT, exist_ok=True)
tf.keras.utils.set_random_seed(5)

rows = {s: [json.loads(x) for x in open(f"data/dates/{s}.jsonl")] for s in ("train", "validation", "test")}
unseen = {r["date"] for s in ("validation", "test") for r in rows[s]}
rows["train"] = [r for r in rows["train"] if r["date"] not in unseen]

tokenizer = AutoTokenizer.from_pretrained("checkpoints/dates")


def encode(batch):
    enc = tokenizer(batch["date"], truncation=True, max_length=16)
    out = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    target = tokenizer(batch["code"], add_special_tokens=False)["input_ids"]
    out["labels"] = [t + [tokenizer.eos_token_id] for t in target]
    return out


sets = {s: Dataset.from_list(r).map(encode, batched=True, remove_columns=["date", "code"]) for s, r in rows.items()}
print(tokenizer.convert_ids_to_tokens(sets["train"][0]["input_ids"]), sets["train"][0]["labels"])

strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
with strategy.scope():
    model = TFAutoModelForSeq2SeqLM.from_pretrained("checkpoints/dates")
    optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3, global_clipnorm=1.0)
    model.compile(optimizer=optimizer)

collate = DataCollatorForSeq2Seq(tokenizer, model=model, label_pad_token_id=-100, return_tensors="np")
train_ds = model.prepare_tf_dataset(sets["train"], batch_size=32, shuffle=True, collate_fn=collate)
val_ds = model.prepare_tf_dataset(sets["validation"], batch_size=80, shuffle=False, collate_fn=collate)


def exact_match(split):
    """Share of dates whose whole generated code is right."""
    data = rows[split]
    good = 0
    for start in range(0, len(data), 80):
        part = data[start:start + 80]
        enc = tokenizer([r["date"] for r in part], padding=True, return_tensors="tf")
        ids = model.generate(
            enc["input_ids"], attention_mask=enc["attention_mask"], max_new_tokens=6, num_beams=1, do_sample=False
        )
        texts = tokenizer.batch_decode(ids, skip_special_tokens=True)
        good += sum(t.strip() == r["code"] for t, r in zip(texts, part))
    return good / len(data)




class HalveAtPlateau(tf.keras.callbacks.ReduceLROnPlateau):
    pass


model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=9,
    verbose=2,
    callbacks=[
        HalveAtPlateau(monitor="val_loss", factor=0.5, patience=2, min_lr=1e-5),
        tf.keras.callbacks.ModelCheckpoint(
            f"{OUT}/best.weights.h5", monitor="val_loss", save_best_only=True, save_weights_only=True
        ),
    ],
)
model.load_weights(f"{OUT}/best.weights.h5")
print("exact match validation %.3f" % exact_match("validation"))
print("exact match test       %.3f" % exact_match("test"))
