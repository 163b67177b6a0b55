import numpy as np
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(42)

MODEL = "checkpoints/tickets"
MAX_LEN = 32
BATCH = 16
EPOCHS = 8

train_df = pd.read_json("data/tickets/train.jsonl", lines=True)
val_df = pd.read_json("data/tickets/validation.jsonl", lines=True)
test_df = pd.read_json("data/tickets/test.jsonl", lines=True)
print(train_df.desk.value_counts())

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def encode(df):
    enc = tokenizer(
        df.text.tolist(),
        truncation=True,
        padding="max_length",
        max_length=MAX_LEN,
        return_tensors="np",
    )
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


x_train, y_train = encode(train_df), train_df.desk_id.to_numpy()
x_val, y_val = encode(val_df), val_df.desk_id.to_numpy()
x_test, y_test = encode(test_df), test_df.desk_id.to_numpy()

names = train_df[["desk", "desk_id"]].drop_duplicates().sort_values("desk_id").desk.tolist()
model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=len(names))

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=5e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

history = model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=EPOCHS,
    batch_size=BATCH,
    verbose=2,
)

logits = model.predict(x_test, batch_size=64, verbose=0).logits
pred = np.argmax(logits, axis=-1)
print("test accuracy: %.3f" % np.mean(pred == y_test))
for i, name in enumerate(names):
    mask = y_test == i
    print("%8s  n=%3d  recall=%.2f" % (name, mask.sum(), np.mean(pred[mask] == i)))
