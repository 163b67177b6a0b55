#!/usr/bin/env python
# coding: utf-8

# In[1]:
import json
import os
import numpy as np
import tf_keras as keras
from tf_keras import layers
from transformers import AutoTokenizer, TFDistilBertModel

# In[2]:
MODEL = "checkpoints/tickets"
MAX_LEN = 32
DESKS = ["north", "east", "south", "west"]
keras.utils.set_random_seed(2024)


# In[3]:
def load(split):
    rows = [json.loads(l) for l in open(os.path.join("data/tickets", split + ".jsonl"))]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


tokenizer = AutoTokenizer.from_pretrained(MODEL)


def encode(texts):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np")
    return {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}


train_texts, train_y = load("train")
val_texts, val_y = load("validation")
test_texts, test_y = load("test")
train_x, val_x, test_x = encode(train_texts), encode(val_texts), encode(test_texts)

# In[4]:
encoder = TFDistilBertModel.from_pretrained(MODEL)

input_ids = layers.Input(shape=(MAX_LEN,), dtype="int32", name="input_ids")
attention_mask = layers.Input(shape=(MAX_LEN,), dtype="int32", name="attention_mask")
hidden = encoder(input_ids, attention_mask=attention_mask)[0]
cls = hidden[:, 0, :]
x = layers.Dense(64, activation="relu")(cls)
x = layers.Dropout(0.1)(x)
output = layers.Dense(len(DESKS), activation="softmax")(x)
model = keras.Model(inputs=[input_ids, attention_mask], outputs=output)
model.summary()

# In[5]:
model.compile(
    optimizer=keras.optimizers.Adam(5e-4),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_x, train_y, validation_data=(val_x, val_y), epochs=8, batch_size=16, verbose=2)

# In[6]:
pred = model.predict(test_x, verbose=0).argmax(-1)
print("test accuracy:", (pred == test_y).mean())
for t, p in list(zip(test_texts, pred))[:4]:
    print(DESKS[p], "<-", t[:60])
