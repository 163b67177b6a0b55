"""Keras fine-tuning with datasets + to_tf_dataset."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

MODEL_ID = "checkpoints/tickets"
MAX_LENGTH = 6

tf.keras.utils.set_random_seed(5)
tokenizer = AutoTokenizer.from_pretrained(MODEL_ID)

dataset = load_dataset(
    "json",
    data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation", "test")},
)


def tokenize_function(example):
    return tokenizer(example["text"], truncation=True, max_length=MAX_LENGTH)


tokenized = dataset.map(tokenize_function, batched=True)
collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="np")


def as_tf(split, shuffle):
    return tokenized[split].to_tf_dataset(
        columns=["input_ids", "attention_mask"],
        label_cols=["desk_id"],
        shuffle=shuffle,
        collate_fn=collator,
        batch_size=16,
    )


train_set = as_tf("train", True)
valid_set = as_tf("validation", False)
test_set = as_tf("test", False)

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL_ID, num_labels=4)
num_epochs = 8
num_train_steps = len(train_set) * num_epochs
schedule = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=7e-4, end_learning_rate=0.0, decay_steps=num_train_steps
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_set, validation_data=valid_set, epochs=num_epochs, verbose=2)
print("test:", model.evaluate(test_set, verbose=0))
