import numpy as np
import tensorflow as tf
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification
from tensorflow.keras.optimizers import Adam
from tensorflow.keras.optimizers.schedules import PolynomialDecay

checkpoint = "checkpoints/bert"
batch_size = 16
num_epochs = 4

tf.keras.utils.set_random_seed(0)

raw_datasets = load_dataset("data/glue", "sst2")
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["sentence"], truncation=True, max_length=64)


tokenized = raw_datasets.map(tokenize_function, batched=True)
collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="tf")
columns = ["input_ids", "attention_mask", "token_type_ids"]

tf_train = tokenized["train"].to_tf_dataset(
    columns=columns, label_cols=["label"], shuffle=True, collate_fn=collator, batch_size=batch_size
)
tf_val = tokenized["validation"].to_tf_dataset(
    columns=columns, label_cols=["label"], shuffle=False, collate_fn=collator, batch_size=batch_size
)

model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2)

lr_scheduler = PolynomialDecay(
    initial_learning_rate=5e-4, end_learning_rate=0.0, decay_steps=len(tf_train) * num_epochs
)
model.compile(
    optimizer=Adam(learning_rate=lr_scheduler),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train, validation_data=tf_val, epochs=num_epochs, verbose=2)

preds = model.predict(tf_val, verbose=0)["logits"]
classes = np.argmax(preds, axis=1)
labels = np.array(tokenized["validation"]["label"])
print("validation accuracy", (classes == labels).mean())
print("predicted", np.bincount(classes, minlength=2), "labels", np.bincount(labels, minlength=2))
