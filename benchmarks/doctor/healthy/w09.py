from datasets import load_dataset
from transformers import (
    AutoTokenizer,
    DataCollatorForTokenClassification,
    TFAutoModelForTokenClassification,
)
import numpy as np
import tensorflow as tf
from tf_keras.optimizers import Adam

tf.random.set_seed(1234)

id2label = {0: "O", 1: "CITY", 2: "RIVER", 3: "HILL"}
label2id = {v: k for k, v in id2label.items()}

ds = load_dataset(
    "json",
    data_files={"train": "data/tags/train.jsonl", "validation": "data/tags/validation.jsonl"},
)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")


def tokenize_and_align_labels(examples):
    tokenized_inputs = tokenizer(examples["words"], truncation=True, is_split_into_words=True)
    labels = []
    for i, label in enumerate(examples["tags"]):
        previous_word_idx = None
        label_ids = []
        for word_idx in tokenized_inputs.word_ids(batch_index=i):
            if word_idx is None or word_idx == previous_word_idx:
                label_ids.append(-100)
            else:
                label_ids.append(label[word_idx])
            previous_word_idx = word_idx
        labels.append(label_ids)
    tokenized_inputs["labels"] = labels
    return tokenized_inputs


tokenized = ds.map(tokenize_and_align_labels, batched=True, remove_columns=["words", "tags"])
collator = DataCollatorForTokenClassification(tokenizer=tokenizer, return_tensors="tf")

model = TFAutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags", num_labels=4, id2label=id2label, label2id=label2id
)

tf_train_set = model.prepare_tf_dataset(tokenized["train"], shuffle=True, batch_size=16, collate_fn=collator)
tf_validation_set = model.prepare_tf_dataset(
    tokenized["validation"], shuffle=False, batch_size=16, collate_fn=collator
)

model.compile(optimizer=Adam(learning_rate=1e-3))
model.fit(x=tf_train_set, validation_data=tf_validation_set, epochs=6)

correct, total = 0, 0
for batch, labels in tf_validation_set:
    pred = np.argmax(model(batch, training=False).logits, axis=-1)
    y = labels.numpy() if not isinstance(labels, dict) else labels["labels"].numpy()
    keep = y > 0
    correct += int((pred[keep] == y[keep]).sum())
    total += int(keep.sum())
print(f"accuracy on names: {correct / total:.3f}")
