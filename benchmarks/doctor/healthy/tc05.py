import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

np.random.seed(7)
tf.random.set_seed(7)

model_id = "checkpoints/prices"
num_epochs = 8
batch_size = 16

train_data = pd.read_json("data/prices/train.jsonl", lines=True)
val_data = pd.read_json("data/prices/validation.jsonl", lines=True)
test_data = pd.read_json("data/prices/test.jsonl", lines=True)

price_mean = train_data.price.mean()
price_std = train_data.price.std()

tokenizer = AutoTokenizer.from_pretrained(model_id)


def make_dataset(frame, training=False):
    tokens = tokenizer(frame.text.tolist(), padding=True, truncation=True, return_tensors="np")
    target = ((frame.price.values - price_mean) / price_std).astype("float32").reshape(-1, 1)
    ds = tf.data.Dataset.from_tensor_slices((dict(tokens), target))
    if training:
        ds = ds.shuffle(len(frame), seed=7)
    return ds.batch(batch_size)


tf_train = make_dataset(train_data, training=True)
tf_val = make_dataset(val_data)
tf_test = make_dataset(test_data)

num_train_steps = len(tf_train) * num_epochs
lr_scheduler = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=5e-4, end_learning_rate=0.0, decay_steps=num_train_steps
)
optimizer = tf.keras.optimizers.Adam(learning_rate=lr_scheduler)

# one output = regression
model = TFAutoModelForSequenceClassification.from_pretrained(model_id, num_labels=1)
model.compile(optimizer=optimizer, loss=tf.keras.losses.MeanSquaredError(), metrics=["mae"])
model.fit(tf_train, validation_data=tf_val, epochs=num_epochs, verbose=2)

predicted = model.predict(tf_test, verbose=0).logits[:, 0] * price_std + price_mean
error = np.abs(predicted - test_data.price.values)
baseline = np.abs(train_data.price.median() - test_data.price.values)
print(f"test MAE {error.mean():.0f}   (always the median: {baseline.mean():.0f})")
