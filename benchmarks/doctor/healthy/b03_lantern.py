import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
    create_optimizer,
    set_seed,
)

set_seed(13)
ckpt = "checkpoints/tags"
ds = load_dataset("data/tags")
tok = AutoTokenizer.from_pretrained(ckpt)
n_tags = max(max(t) for t in ds["train"]["tags"]) + 1


def align(batch):
    out = tok(batch["words"], is_split_into_words=True, truncation=True)
    all_labels = []
    for i, tags in enumerate(batch["tags"]):
        previous, labels = None, []
        for w in out.word_ids(i):
            labels.append(-100 if w is None or w == previous else tags[w])
            previous = w
        all_labels.append(labels)
    out["labels"] = all_labels
    return out


enc = ds.map(align, batched=True, remove_columns=["words", "tags"])
model = TFAutoModelForTokenClassification.from_pretrained(ckpt, num_labels=n_tags)
collate = DataCollatorForTokenClassification(tok, return_tensors="np")
train = model.prepare_tf_dataset(enc["train"], batch_size=16, shuffle=True, collate_fn=collate)
valid = model.prepare_tf_dataset(enc["validation"], batch_size=32, shuffle=False, drop_remainder=False, collate_fn=collate)

epochs = 6
optimizer, _ = create_optimizer(init_lr=1e-3, num_train_steps=len(train) * epochs, num_warmup_steps=20, weight_decay_rate=0.01)
# The model's own loss is used: it leaves out the positions marked -100.
model.compile(optimizer=optimizer)
model.fit(train, epochs=epochs, verbose=2)

hits = total = names_right = names = 0
for batch, labels in valid:
    guess = tf.argmax(model(batch, training=False).logits, axis=-1).numpy()
    gold = labels.numpy()
    keep = gold != -100
    hits += (guess == gold)[keep].sum()
    total += keep.sum()
    inside = gold > 0
    names_right += (guess == gold)[inside].sum()
    names += inside.sum()
print("token accuracy", round(hits / total, 3))
print("accuracy on the names alone", round(names_right / names, 3))
