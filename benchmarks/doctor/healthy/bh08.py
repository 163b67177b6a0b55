import json

import numpy as np
import tensorflow as tf
from tf_keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

MODEL = "checkpoints/tickets"
BATCH_SIZE = 16
EPOCHS = 6

tf.random.set_seed(5)


def read_split(name):
    texts, labels = [], []
    with open(f"data/tickets/{name}.jsonl") as f:
        for line in f:
            row = json.loads(line)
            texts.append(row["text"])
            labels.append(row["desk_id"])
    return texts, np.array(labels)


tokenizer = AutoTokenizer.from_pretrained(MODEL)


def encode(texts):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32, return_tensors="np")
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


train_texts, train_labels = read_split("train")
test_texts, test_labels = read_split("test")
x_train = encode(train_texts)
x_test = encode(test_texts)

train_ds = tf.data.Dataset.from_tensor_slices((x_train, train_labels)).shuffle(480, seed=5).batch(BATCH_SIZE)

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=4)
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile(optimizer=Adam(learning_rate=1e-3), loss=loss, metrics=["accuracy"])

model.fit(train_ds, epochs=EPOCHS, verbose=2)

logits = model.predict(x_test, batch_size=64, verbose=0).logits
print("test accuracy:", (logits.argmax(-1) == test_labels).mean())
