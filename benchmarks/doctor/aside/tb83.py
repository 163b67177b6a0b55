import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import mean_absolute_error, r2_score
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(1)

MODEL = "checkpoints/prices"
train = pd.read_json("data/prices/train.jsonl", lines=True)
valid = pd.read_json("data/prices/validation.jsonl", lines=True)
test = pd.read_json("data/prices/test.jsonl", lines=True)

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def encode(df):
    enc = tokenizer(df["text"].tolist(), padding="max_length", max_length=24,
                    truncation=True, return_tensors="tf")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


y_train = train["price"].to_numpy("float32")
y_valid = valid["price"].to_numpy("float32")

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=1)
model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=5e-4),
              loss=tf.keras.losses.MeanSquaredError(),
              metrics=[tf.keras.metrics.MeanAbsoluteError(name="mae")])

model.fit(encode(train), y_train,
          validation_data=(encode(valid), y_valid),
          epochs=8, batch_size=16, verbose=2)

pred = model.predict(encode(test), verbose=0).logits[:, 0]
print("MAE", mean_absolute_error(test["price"], pred))
print("R2 ", r2_score(test["price"], pred))
for text, price, p in zip(test["text"][:6], test["price"][:6], pred):
    print(f"{price:6d} {p:9.1f}  {text}")
