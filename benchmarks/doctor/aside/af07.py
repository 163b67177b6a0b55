#!/usr/bin/env python
# coding: utf-8

# In[1]:
import numpy as np
import pandas as pd
import tensorflow as tf
from keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.random.set_seed(1)
checkpoint = "checkpoints/prices"

# In[2]:
train = pd.read_json("data/prices/train.jsonl", lines=True)
val = pd.read_json("data/prices/validation.jsonl", lines=True)
train.head()

# In[3]:
mean, std = train.price.mean(), train.price.std()
print("price mean", mean, "std", std)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def to_dataset(df, shuffle):
    enc = tokenizer(df.text.tolist(), truncation=True, padding="max_length", max_length=32, return_tensors="tf")
    y = ((df.price - mean) / std).to_numpy(dtype="float32")[:, None]
    ds = tf.data.Dataset.from_tensor_slices((dict(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"]), y))
    if shuffle:
        ds = ds.shuffle(len(df))
    return ds.batch(16)


tf_train, tf_val = to_dataset(train, True), to_dataset(val, False)

# In[4]:
model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=1)
model.compile(optimizer=Adam(learning_rate=1e-3), loss=tf.keras.losses.MeanSquaredError())
model.summary()

# In[5]:
model.fit(tf_train, validation_data=tf_val, epochs=12, verbose=2)

# In[6]:
pred = model.predict(tf_val, verbose=0).logits[:, 0] * std + mean
print("MAE", np.abs(pred - val.price).mean(), " MAE of the mean", np.abs(mean - val.price).mean())
print("correlation", np.corrcoef(pred, val.price)[0, 1])
