import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np, pandas as pd, tensorflow as tf
from tensorflow.keras import layers
from transformers import AutoTokenizer, TFDistilBertModel

tf.keras.utils.set_random_seed(8)
LEN = 32
KINDS = ["billing", "delivery", "defect"]

def kind(text):
    if "charged twice" in text:
        return 0
    if any(w in text for w in ("warehouse", "without its", "on the picture")):
        return 1
    return 2

def frame(split):
    df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    df["kind"] = df["text"].map(kind)
    return df

tr, va = frame("train"), frame("validation")
tok = AutoTokenizer.from_pretrained("checkpoints/tickets")

def inputs(df):
    e = tok(df["text"].tolist(), max_length=LEN, truncation=True, padding="max_length", return_tensors="np")
    return {"ids": e["input_ids"], "mask": e["attention_mask"]}

def targets(df):
    return {"desk": df["desk_id"].values, "kind": df["kind"].values}

# one encoder, two heads
ids = layers.Input(shape=(LEN,), dtype="int32", name="ids")
mask = layers.Input(shape=(LEN,), dtype="int32", name="mask")
bert = TFDistilBertModel.from_pretrained("checkpoints/tickets")
h = bert(ids, attention_mask=mask).last_hidden_state
cls = layers.Dropout(0.1)(h[:, 0, :])
desk = layers.Dense(4, name="desk")(cls)
kind_out = layers.Dense(len(KINDS), name="kind")(cls)
model = tf.keras.Model(inputs=[ids, mask], outputs={"desk": desk, "kind": kind_out})

model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss={
        "desk": tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        "kind": tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    },
    loss_weights={"desk": 1.0, "kind": 0.5},
    metrics={"desk": "accuracy", "kind": "accuracy"},
)
model.fit(inputs(tr), targets(tr), validation_data=(inputs(va), targets(va)), epochs=6, batch_size=16, verbose=2)

p = model.predict(inputs(va), verbose=0)
for name, t in targets(va).items():
    print(name, "accuracy", (p[name].argmax(1) == t).mean(), "most frequent", np.bincount(t).max() / len(t))
