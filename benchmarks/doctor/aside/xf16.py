"""Route support tickets to a desk with a small DistilBERT (TensorFlow)."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, set_seed

set_seed(16)
CKPT, BATCH, EPOCHS = "checkpoints/tickets", 16, 4

train = pd.read_json("data/tickets/train.jsonl", lines=True)
val = pd.read_json("data/tickets/validation.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)

tokenizer = AutoTokenizer.from_pretrained(CKPT)
names = train.drop_duplicates("desk_id").sort_values("desk_id")["desk"].tolist()


def encode(frame, shuffle=False):
    enc = tokenizer(frame["text"].tolist(), padding=True, return_tensors="np")
    features = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    ds = tf.data.Dataset.from_tensor_slices((features, frame["desk_id"].to_numpy()))
    if shuffle:
        ds = ds.shuffle(len(frame))
    return ds.batch(BATCH)


model = TFAutoModelForSequenceClassification.from_pretrained(
    CKPT, from_pt=True, num_labels=len(names), id2label=dict(enumerate(names)))
model.compile(
    optimizer=tf.keras.optimizers.Adam(2e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(encode(train, shuffle=True), validation_data=encode(val), epochs=EPOCHS, verbose=2)
loss, acc = model.evaluate(encode(test), verbose=0)
print(f"test accuracy {acc:.3f}")

example = tokenizer("hello . my kettle does not start . please help", return_tensors="tf")
print("example goes to:", names[int(tf.argmax(model(**example).logits, axis=-1)[0])])
