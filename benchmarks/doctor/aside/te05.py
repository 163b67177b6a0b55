import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import pandas as pd
import tensorflow as tf
from keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.random.set_seed(1)

# Predict the price of a small ad from its text (regression, one output)
train = pd.read_json("data/prices/train.jsonl", lines=True)
valid = pd.read_json("data/prices/validation.jsonl", lines=True)
test = pd.read_json("data/prices/test.jsonl", lines=True)

# prices are scaled with the numbers of the training split
mean, std = train["price"].mean(), train["price"].std()

tokenizer = AutoTokenizer.from_pretrained("checkpoints/prices")
model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/prices", num_labels=1, from_pt=True
)


def inputs(df):
    return dict(tokenizer(df["text"].tolist(), padding="max_length", max_length=24, truncation=True, return_tensors="np"))


def target(df):
    return ((df["price"] - mean) / std).to_numpy("float32").reshape(-1, 1)


model.compile(optimizer=Adam(learning_rate=1e-3), loss="mse", metrics=["mae"])
model.fit(
    inputs(train), target(train),
    validation_data=(inputs(valid), target(valid)),
    batch_size=16, epochs=8, verbose=2,
)

pred = model.predict(inputs(test), verbose=0).logits[:, 0] * std + mean
error = abs(pred - test["price"]).mean()
naive = abs(mean - test["price"]).mean()
print(f"mean absolute error on the test split: {error:.0f} (always the mean: {naive:.0f})")
