# Ticket routing with DistilBERT + Keras
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

MODEL = "checkpoints/tickets"
MAX_LEN = 24
BATCH = 16
EPOCHS = 6

tf.keras.utils.set_random_seed(7)

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
print(train_df.desk.value_counts())

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def encode(texts):
    enc = tokenizer(
        list(texts),
        max_length=MAX_LEN,
        padding="max_length",
        truncation=True,
        return_tensors="np",
    )
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


x_train, y_train = encode(train_df.text), train_df.desk_id.values
x_val, y_val = encode(val_df.text), val_df.desk_id.values

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4, from_pt=True)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH,
    verbose=2,
)

pred = np.argmax(model.predict(x_val, verbose=0).logits, axis=-1)
print("val accuracy", (pred == y_val).mean())
print(pd.crosstab(y_val, pred))
