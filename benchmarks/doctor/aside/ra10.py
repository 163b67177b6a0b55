import json

import numpy as np
import tensorflow as tf
from keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CKPT = "checkpoints/prices"
MAX_LEN = 32

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load_split(name):
    texts, prices = [], []
    for line in open(f"data/prices/{name}.jsonl"):
        d = json.loads(line)
        texts.append(d["text"])
        prices.append(d["price"])
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np")
    return dict(enc), np.array(prices, dtype="float32").reshape(-1, 1)


x_train, p_train = load_split("train")
x_val, p_val = load_split("validation")
x_test, p_test = load_split("test")

mean, std = p_train.mean(), p_train.std()
y_train = (p_train - mean) / std
y_val = (p_val - mean) / std

tf.random.set_seed(0)
model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1)
model.compile(optimizer=Adam(learning_rate=1e-3), loss="mse")
model.fit(x_train, y_train, validation_data=(x_val, y_val), epochs=8, batch_size=16, verbose=2)

pred = model.predict(x_test, verbose=0).logits * std + mean
print("first predictions:", pred[:5].ravel().round(), "prices:", p_test[:5].ravel())
print("MAE:", np.abs(pred - p_test).mean(), "MAE of the mean price:", np.abs(mean - p_test).mean())
