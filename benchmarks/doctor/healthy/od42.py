import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import AutoTokenizer, DataCollatorForTokenClassification, TFAutoModelForTokenClassification

tf.keras.utils.set_random_seed(8)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
ds = load_dataset("json", data_files={k: f"data/tags/{k}.jsonl" for k in ["train", "validation", "test"]})


def tokenize_and_align(examples):
    out = tokenizer(examples["words"], is_split_into_words=True, truncation=True)
    out["labels"] = []
    for i, tags in enumerate(examples["tags"]):
        words = out.word_ids(batch_index=i)
        out["labels"].append([-100 if w is None or (j and words[j - 1] == w) else tags[w] for j, w in enumerate(words)])
    return out


tok_ds = ds.map(tokenize_and_align, batched=True, remove_columns=["words", "tags"])
collator = DataCollatorForTokenClassification(tokenizer, return_tensors="tf")
columns = ["input_ids", "attention_mask", "labels"]
train = tok_ds["train"].to_tf_dataset(columns=columns, shuffle=True, batch_size=16, collate_fn=collator)
val = tok_ds["validation"].to_tf_dataset(columns=columns, shuffle=False, batch_size=32, collate_fn=collator)
test = tok_ds["test"].to_tf_dataset(columns=columns, shuffle=False, batch_size=32, collate_fn=collator)

model = TFAutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=4)
epochs = 12
schedule = tf.keras.optimizers.schedules.PolynomialDecay(2e-3, decay_steps=epochs * len(train), end_learning_rate=0.0)
model.compile(optimizer=tf.keras.optimizers.Adam(schedule, clipnorm=1.0))
model.fit(train, validation_data=val, epochs=epochs, verbose=2)

y_true, y_pred = [], []
for batch in test:
    logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"], training=False).logits
    labels = batch["labels"].numpy()
    keep = labels != -100
    y_true.extend(labels[keep])
    y_pred.extend(np.argmax(logits.numpy(), -1)[keep])
print("words scored:", len(y_true), "words in file:", sum(map(len, ds["test"]["words"])))
print("micro F1 on names:", f1_score(y_true, y_pred, labels=[1, 2, 3], average="micro"))
