import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSeq2SeqLM

tf.keras.utils.set_random_seed(7)

checkpoint = "checkpoints/dates"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)
model = TFAutoModelForSeq2SeqLM.from_pretrained(checkpoint)

max_source, max_target = 16, 12
batch_size = 16
epochs = 12

train = pd.read_json("data/dates/train.jsonl", lines=True, convert_dates=False)
valid = pd.read_json("data/dates/validation.jsonl", lines=True, convert_dates=False)
test = pd.read_json("data/dates/test.jsonl", lines=True, convert_dates=False)


def features(frame):
    source = tokenizer(
        list(frame["date"]),
        max_length=max_source,
        padding="max_length",
        truncation=True,
        return_tensors="np",
    )
    target = tokenizer(
        text_target=list(frame["code"]),
        max_length=max_target,
        padding="max_length",
        truncation=True,
        return_tensors="np",
    )
    labels = target["input_ids"].copy()
    labels[target["attention_mask"] == 0] = -100
    return {
        "input_ids": source["input_ids"],
        "attention_mask": source["attention_mask"],
        "decoder_input_ids": target["input_ids"],
        "labels": labels,
    }


train_x = features(train)
valid_x = features(valid)

train_ds = tf.data.Dataset.from_tensor_slices(train_x).shuffle(len(train)).batch(batch_size)
valid_ds = tf.data.Dataset.from_tensor_slices(valid_x).batch(64)

model.compile(optimizer=tf.keras.optimizers.Adam(1e-3))
model.fit(train_ds, validation_data=valid_ds, epochs=epochs, verbose=2)


def translate(texts):
    enc = tokenizer(texts, padding=True, return_tensors="tf")
    out = model.generate(
        input_ids=enc["input_ids"],
        attention_mask=enc["attention_mask"],
        max_new_tokens=max_target,
        num_beams=1,
        do_sample=False,
    )
    return [t.strip() for t in tokenizer.batch_decode(out, skip_special_tokens=True)]


predictions = []
dates = list(test["date"])
for start in range(0, len(dates), 32):
    predictions += translate(dates[start:start + 32])

exact = np.mean([p == t for p, t in zip(predictions, test["code"])])
print(f"exact match on the test set: {exact:.3f}")
for d, p, t in list(zip(dates, predictions, test["code"]))[:6]:
    print(f"{d:28}{p:28}{t}")
