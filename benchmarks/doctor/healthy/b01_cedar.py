import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(7)

CHECKPOINT = "checkpoints/tickets"
EPOCHS = 5
BATCH = 16

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
raw = load_dataset("data/tickets")


def tokenize(batch):
    return tokenizer(batch["text"], truncation=True)


tokenized = raw.map(tokenize, batched=True).rename_column("desk_id", "labels")
collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="tf")

train_set = tokenized["train"].to_tf_dataset(
    columns=["input_ids", "attention_mask"], label_cols=["labels"], shuffle=True, batch_size=BATCH, collate_fn=collator
)
val_set = tokenized["validation"].to_tf_dataset(
    columns=["input_ids", "attention_mask"], label_cols=["labels"], shuffle=False, batch_size=64, collate_fn=collator
)

model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)

schedule = tf.keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=1e-3, end_learning_rate=0.0, decay_steps=len(train_set) * EPOCHS
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(schedule),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_set, validation_data=val_set, epochs=EPOCHS, verbose=2)
loss, acc = model.evaluate(val_set, verbose=0)
print(f"validation loss {loss:.3f}, accuracy {acc:.3f}")
