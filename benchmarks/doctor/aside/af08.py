from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification
import tensorflow as tf
import numpy as np

tf.keras.utils.set_random_seed(21)

files = {s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")}
raw = load_dataset("json", data_files=files, cache_dir="out/af08/cache")
desk_names = {r["desk_id"]: r["desk"] for r in raw["train"]}

tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")
tokenized = raw.map(lambda b: tokenizer(b["text"], truncation=True), batched=True)
tokenized = tokenized.rename_column("desk_id", "labels")

collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="np")


def tf_dataset(split, shuffle):
    return tokenized[split].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols=["labels"],
        shuffle=shuffle,
        batch_size=16,
        collate_fn=collator,
    )


train_set = tf_dataset("train", True)
validation_set = tf_dataset("validation", False)
test_set = tf_dataset("test", False)

model = TFAutoModelForSequenceClassification.from_pretrained(
    "checkpoints/tickets",
    num_labels=len(desk_names),
    id2label=desk_names,
    label2id={v: k for k, v in desk_names.items()},
)

epochs = 6
schedule = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=1e-3, end_learning_rate=0.0, decay_steps=len(train_set) * epochs)
model.compile(
    optimizer=tf.keras.optimizers.Adam(schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.fit(train_set, validation_data=validation_set, epochs=epochs, verbose=2)

logits = model.predict(test_set, verbose=0).logits
predicted = logits.argmax(axis=-1)
gold = np.array(raw["test"]["desk_id"])
print("test accuracy:", (predicted == gold).mean())
print("predicted per desk:", {desk_names[i]: int((predicted == i).sum()) for i in sorted(desk_names)})
