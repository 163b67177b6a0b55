"""Token classification (names in short messages) with Keras fit."""
from datasets import load_dataset
import tensorflow as tf
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
)

tf.keras.utils.set_random_seed(7)

LABELS = ["O", "CITY", "RIVER", "PERSON"]
MODEL_DIR = "checkpoints/tags"

files = {s: f"data/tags/{s}.jsonl" for s in ("train", "validation", "test")}
data = load_dataset("json", data_files=files)
tokenizer = AutoTokenizer.from_pretrained(MODEL_DIR)


def tokenize_and_align(examples):
    out = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    out["labels"] = []
    for i, tags in enumerate(examples["tags"]):
        previous, row = None, []
        for w in out.word_ids(batch_index=i):
            # only the first piece of a word has a label
            row.append(-100 if w is None or w == previous else tags[w])
            previous = w
        out["labels"].append(row)
    return out


data = data.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])
collator = DataCollatorForTokenClassification(tokenizer, return_tensors="np")

model = TFAutoModelForTokenClassification.from_pretrained(MODEL_DIR, num_labels=len(LABELS))


def as_tf(split, shuffle):
    return model.prepare_tf_dataset(data[split], batch_size=16, shuffle=shuffle, collate_fn=collator)


train_set, val_set, test_set = as_tf("train", True), as_tf("validation", False), as_tf("test", False)

model.compile(optimizer=tf.keras.optimizers.Adam(2e-3), metrics=["accuracy"])
model.fit(train_set, validation_data=val_set, epochs=8, verbose=2)

loss, accuracy = model.evaluate(test_set, verbose=0)
print(f"test loss {loss:.3f}   tag accuracy {accuracy:.3f}")
