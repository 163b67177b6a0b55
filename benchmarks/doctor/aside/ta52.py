import pandas as pd
import numpy as np
import tensorflow as tf
from datasets import Dataset
from transformers import AutoTokenizer, TFAutoModelForTokenClassification

tf.keras.utils.set_random_seed(3)
ckpt = "checkpoints/tags"
maxlen = 40
tok = AutoTokenizer.from_pretrained(ckpt)

train = Dataset.from_pandas(pd.read_json("data/tags/train.jsonl", lines=True))
valid = Dataset.from_pandas(pd.read_json("data/tags/validation.jsonl", lines=True))


def encode(batch):
    enc = tok(batch["words"], is_split_into_words=True,
              truncation=True, max_length=maxlen, padding="max_length")
    labels = []
    for tags in batch["tags"]:
        row = list(tags)[:maxlen]
        row = row + [-100] * (maxlen - len(row))
        labels.append(row)
    enc["labels"] = labels
    return enc


train = train.map(encode, batched=True, remove_columns=train.column_names)
valid = valid.map(encode, batched=True, remove_columns=valid.column_names)

model = TFAutoModelForTokenClassification.from_pretrained(ckpt, num_labels=4, from_pt=True)
tf_train = model.prepare_tf_dataset(train, batch_size=16, shuffle=True)
tf_valid = model.prepare_tf_dataset(valid, batch_size=16, shuffle=False)

# the model computes the token loss itself (ignores -100)
model.compile(optimizer=tf.keras.optimizers.Adam(2e-3))
model.fit(tf_train, validation_data=tf_valid, epochs=6, verbose=2)

logits = model.predict(tf_valid, verbose=0).logits
gold = np.array(valid["labels"])
pred = logits.argmax(-1)
keep = gold != -100
names = keep & (gold > 0)
print("token accuracy  %.3f" % (pred[keep] == gold[keep]).mean())
print("name tokens only %.3f" % (pred[names] == gold[names]).mean())

# what does it say about one sentence?
words = "we heard of belek and silbin".split()
enc = tok([words], is_split_into_words=True, return_tensors="tf")
out = model(enc).logits.numpy().argmax(-1)[0]
for t, p in zip(tok.convert_ids_to_tokens(enc["input_ids"][0]), out):
    print(f"{t:12s} {p}")
