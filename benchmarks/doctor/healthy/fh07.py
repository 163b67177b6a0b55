import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import numpy as np
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

# the TensorFlow models of transformers are tf_keras models, so everything they meet is tf_keras too
tf_keras.utils.set_random_seed(0)

CKPT = "checkpoints/tickets"
BATCH, EPOCHS = 32, 15
tok = AutoTokenizer.from_pretrained(CKPT)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def arrays(rows):
    enc = tok([r["text"] for r in rows], padding="max_length", truncation=True, max_length=32, return_tensors="np")
    x = {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}
    return x, np.array([r["desk_id"] for r in rows], dtype="int32")


train = read("train")
seen = {r["text"] for r in train}
val = [r for r in read("validation") if r["text"] not in seen]
seen.update(r["text"] for r in val)
test = [r for r in read("test") if r["text"] not in seen]
print(len(train), "train", len(val), "validation", len(test), "test")

x_train, y_train = arrays(train)
x_val, y_val = arrays(val)
x_test, y_test = arrays(test)

train_ds = (tf.data.Dataset.from_tensor_slices((x_train, y_train))
            .shuffle(len(y_train), seed=0).batch(BATCH).prefetch(tf.data.AUTOTUNE))
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(64)
test_ds = tf.data.Dataset.from_tensor_slices((x_test, y_test)).batch(64)

model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)

steps = EPOCHS * int(train_ds.cardinality())
lr = tf_keras.optimizers.schedules.PolynomialDecay(1e-3, decay_steps=steps, end_learning_rate=1e-5)
model.compile(
    optimizer=tf_keras.optimizers.Adam(lr),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=[tf_keras.metrics.SparseCategoricalAccuracy(name="acc")],
)
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

logits = model.predict(test_ds, verbose=0)["logits"]
guess = logits.argmax(-1)  # the test set is not shuffled, so the rows are in the order of y_test
print("test accuracy", float((guess == y_test).mean()))
for desk in range(4):
    print(desk, "recall", round(float((guess[y_test == desk] == desk).mean()), 3))
