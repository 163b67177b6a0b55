import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import json
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFDistilBertForTokenClassification, create_optimizer

tf.keras.utils.set_random_seed(0)

checkpoint = "checkpoints/tags"
batch_size = 32
epochs = 6
tok = AutoTokenizer.from_pretrained(checkpoint)


def read(split):
    rows = [json.loads(line) for line in open(f"data/tags/{split}.jsonl")]
    return [r["words"] for r in rows], [r["tags"] for r in rows]


def to_dataset(words, tags, shuffle):
    enc = tok(words, is_split_into_words=True, truncation=True, max_length=64,
              padding=True, return_tensors="np")
    labels = np.full(enc["input_ids"].shape, -100)
    for i, row in enumerate(tags):
        previous = None
        for pos, w in enumerate(enc.word_ids(i)):
            if w is not None and w != previous:
                labels[i, pos] = row[w]
            previous = w
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if shuffle:
        ds = ds.shuffle(len(words))
    return ds.batch(batch_size)


train_words, train_tags = read("train")
print("tags in use:", sorted({t for row in train_tags for t in row}))
train_ds = to_dataset(train_words, train_tags, shuffle=True)
valid_ds = to_dataset(*read("validation"), shuffle=False)

model = TFDistilBertForTokenClassification.from_pretrained(checkpoint)
optimizer, _ = create_optimizer(
    init_lr=2e-3,
    num_train_steps=len(train_ds) * epochs,
    num_warmup_steps=len(train_ds) // 2,
)
model.compile(optimizer=optimizer)
model.fit(train_ds, validation_data=valid_ds, epochs=epochs, verbose=2)

guess = model.predict(valid_ds, verbose=0).logits.argmax(axis=-1)
gold = np.concatenate([y for _, y in valid_ds])
print(f"validation word accuracy {np.mean((guess == gold)[gold != -100]):.3f}")
