"""Token classification with Keras: find the three kinds of names."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorForTokenClassification, TFAutoModelForTokenClassification

tf.keras.utils.set_random_seed(3)
label_list = ["O", "A", "B", "C"]
model_name = "checkpoints/tags"
tokenizer = AutoTokenizer.from_pretrained(model_name)

raw = load_dataset("json", data_files={"train": "data/tags/train.jsonl", "validation": "data/tags/validation.jsonl"})


def align(examples):
    out = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    out["labels"] = []
    for i, tags in enumerate(examples["tags"]):
        seen = set()
        row = []
        for w in out.word_ids(batch_index=i):
            if w is None or w in seen:
                row.append(-100)
            else:
                row.append(tags[w])
                seen.add(w)
        out["labels"].append(row)
    return out


ds = raw.map(align, batched=True, remove_columns=["words", "tags"])
collator = DataCollatorForTokenClassification(tokenizer, return_tensors="np")

model = TFAutoModelForTokenClassification.from_pretrained(
    model_name, num_labels=len(label_list), id2label=dict(enumerate(label_list)),
    label2id={l: i for i, l in enumerate(label_list)},
)
train_set = model.prepare_tf_dataset(ds["train"], shuffle=True, batch_size=16, collate_fn=collator)
valid_set = model.prepare_tf_dataset(ds["validation"], shuffle=False, batch_size=32, collate_fn=collator)

optimizer = tf.keras.optimizers.Adam(5e-4)
model.compile(optimizer=optimizer)
model.fit(train_set, validation_data=valid_set, epochs=8, verbose=2)

right = total = 0
for batch, labels in valid_set:
    pred = np.argmax(model(batch, training=False).logits, axis=-1)
    names = labels.numpy() > 0
    right += (pred == labels.numpy())[names].sum()
    total += names.sum()
print(f"names right: {right / total:.3f}")
