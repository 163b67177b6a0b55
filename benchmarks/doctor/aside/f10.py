"""Translate written dates to the warehouse code words with a small BART."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import keras
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorForSeq2Seq, TFAutoModelForSeq2SeqLM

keras.utils.set_random_seed(13)

CKPT = "checkpoints/dates"
BATCH_SIZE = 32
EPOCHS = 25

files = {s: f"data/dates/{s}.jsonl" for s in ("train", "validation", "test")}
dataset = load_dataset("json", data_files=files)

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = TFAutoModelForSeq2SeqLM.from_pretrained(CKPT)


def preprocess(examples):
    return tokenizer(examples["date"], text_target=examples["code"], truncation=True, max_length=32)


tokenized = dataset.map(preprocess, batched=True, remove_columns=["date", "code"])
collator = DataCollatorForSeq2Seq(tokenizer, model=model, return_tensors="np")

tf_train = model.prepare_tf_dataset(
    tokenized["train"], collate_fn=collator, batch_size=BATCH_SIZE, shuffle=True
)
tf_val = model.prepare_tf_dataset(
    tokenized["validation"], collate_fn=collator, batch_size=BATCH_SIZE, shuffle=False
)

learning_rate = keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=2e-3, decay_steps=EPOCHS * len(tf_train), end_learning_rate=1e-5
)
model.compile(optimizer=keras.optimizers.Adam(learning_rate=learning_rate))

early_stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=5, restore_best_weights=True)
model.fit(tf_train, validation_data=tf_val, epochs=EPOCHS, callbacks=[early_stop], verbose=2)

inputs = tokenizer(dataset["test"]["date"], padding=True, return_tensors="tf")
generated = model.generate(**inputs, max_new_tokens=12, num_beams=1, do_sample=False)
codes = tokenizer.batch_decode(generated, skip_special_tokens=True)

for date, code in list(zip(dataset["test"]["date"], codes))[:5]:
    print(f"{date:25s} {code}")
exact = np.mean([c.strip() == g for c, g in zip(codes, dataset["test"]["code"])])
print(f"exact match: {exact:.3f}")
