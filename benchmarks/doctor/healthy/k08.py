"""Two heads on one encoder: the price of an ad (regression) and how it is to be paid/fetched (closing phrase).

The 🤗 encoder sits inside a functional tf_keras model. Three learning rates are tried; the validation split
picks one, the test split is looked at once.
"""
import gc
import json
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
import tf_keras as keras
from transformers import AutoTokenizer, TFAutoModel

CKPT = "checkpoints/prices"
MAXLEN = 20
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def rows(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


val, test = rows("validation"), rows("test")
known = {r["text"] for r in val + test}
train = [r for r in rows("train") if r["text"] not in known]
closings = sorted({r["text"].split(" , ")[2] for r in train})
closing_id = {c: i for i, c in enumerate(closings)}
mean = np.mean([r["price"] for r in train])
std = np.std([r["price"] for r in train])


def arrays(part):
    enc = tokenizer(
        [r["text"] for r in part], padding="max_length", max_length=MAXLEN, truncation=True, return_tensors="np"
    )
    x = {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}
    y = {
        "price": ((np.array([r["price"] for r in part]) - mean) / std).astype("float32")[:, None],
        "closing": np.array([closing_id[r["text"].split(" , ")[2]] for r in part], "int32"),
    }
    return x, y


x_tr, y_tr = arrays(train)
x_va, y_va = arrays(val)
x_te, y_te = arrays(test)


def build(lr):
    ids = keras.Input((MAXLEN,), dtype="int32", name="input_ids")
    mask = keras.Input((MAXLEN,), dtype="int32", name="attention_mask")
    encoder = TFAutoModel.from_pretrained(CKPT)
    states = encoder(input_ids=ids, attention_mask=mask).last_hidden_state
    # mean over the real tokens only
    w = tf.cast(mask, tf.float32)[:, :, None]
    pooled = tf.reduce_sum(states * w, axis=1) / tf.reduce_sum(w, axis=1)
    price = keras.layers.Dense(1, name="price")(keras.layers.Dense(64, activation="gelu")(pooled))
    closing = keras.layers.Dense(len(closings), activation="softmax", name="closing")(pooled)
    model = keras.Model({"input_ids": ids, "attention_mask": mask}, {"price": price, "closing": closing})
    model.compile(
        optimizer=keras.optimizers.Adam(lr, clipnorm=1.0),
        loss={"price": "mse", "closing": "sparse_categorical_crossentropy"},
        loss_weights={"price": 1.0, "closing": 0.3},
        metrics={"price": ["mae"], "closing": ["accuracy"]},
    )
    return model


results = {}
for lr in (2e-4, 6e-4, 2e-3):
    keras.backend.clear_session()
    gc.collect()
    keras.utils.set_random_seed(31)
    model = build(lr)
    h = model.fit(x_tr, y_tr, validation_data=(x_va, y_va), batch_size=32, epochs=6, verbose=0)
    score = h.history["val_loss"][-1]
    results[lr] = (score, model.get_weights())
    print(
        f"lr {lr:.0e}: val loss {score:.4f}, val price MAE {h.history['val_price_mae'][-1] * std:.1f}, "
        f"val closing accuracy {h.history['val_closing_accuracy'][-1]:.3f}"
    )

best_lr = min(results, key=lambda k: results[k][0])
model.set_weights(results[best_lr][1])
out = model.evaluate(x_te, y_te, verbose=0, return_dict=True)
print(f"chosen lr {best_lr:.0e}; test price MAE {out['price_mae'] * std:.1f} (spread {std:.0f}), "
      f"closing accuracy {out['closing_accuracy']:.3f} (chance {1 / len(closings):.2f})")
