import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import json

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

# Tickets to desks with Keras' fit and the model's own loss (compile without `loss`).
tf.keras.utils.set_random_seed(15)
CKPT, BATCH, EPOCHS = "checkpoints/tickets", 16, 6


def table(name):
    rows = [json.loads(l) for l in open(f"data/tickets/{name}.jsonl")]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


test_x, test_y = table("test")
val_x, val_y = table("validation")
held = set(test_x) | set(val_x)
train_x, train_y = table("train")
keep = [i for i, t in enumerate(train_x) if t not in held]
train_x, train_y = [train_x[i] for i in keep], train_y[keep]

tok = AutoTokenizer.from_pretrained(CKPT)


def dataset(texts, labels, shuffle=False):
    enc = dict(tok(texts, truncation=True, max_length=32, padding="max_length", return_tensors="np"))
    enc.pop("token_type_ids", None)
    ds = tf.data.Dataset.from_tensor_slices({**enc, "labels": labels})
    if shuffle:
        ds = ds.shuffle(len(texts), seed=15)
    return ds.batch(BATCH if shuffle else 80)


model = TFAutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4, from_pt=True)
steps = EPOCHS * int(np.ceil(len(train_x) / BATCH))
optimizer, _ = create_optimizer(init_lr=2e-3, num_train_steps=steps, num_warmup_steps=steps // 10, weight_decay_rate=0.01)
model.compile(optimizer=optimizer)
model.fit(dataset(train_x, train_y, shuffle=True), validation_data=dataset(val_x, val_y), epochs=EPOCHS, verbose=2)

logits = model.predict(dataset(test_x, test_y), verbose=0).logits
print("test accuracy", round(float((logits.argmax(-1) == test_y).mean()), 4))
