import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(0)

raw = load_dataset("data/glue", "sst2")
raw["train"] = raw["train"].shuffle(seed=3).select(range(320))
raw["validation"] = raw["validation"].shuffle(seed=3).select(range(96))

checkpoint = "checkpoints/distilbert"
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence"], truncation=True, max_length=24)


tokenized = raw.map(tokenize_function, batched=True)
collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="np")

tf_train = tokenized["train"].to_tf_dataset(
    columns=["input_ids", "attention_mask"],
    label_cols=["label"],
    shuffle=True,
    collate_fn=collator,
    batch_size=8,
)
tf_val = tokenized["validation"].to_tf_dataset(
    columns=["input_ids", "attention_mask"],
    label_cols=["label"],
    shuffle=False,
    collate_fn=collator,
    batch_size=32,
)

model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2, from_pt=True)
model.compile(
    optimizer="adam",
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train, validation_data=tf_val, epochs=1, verbose=2)

loss, acc = model.evaluate(tf_val, verbose=0)
print(f"validation: loss {loss:.3f} accuracy {acc:.3f}")
