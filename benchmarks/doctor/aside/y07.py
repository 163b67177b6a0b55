import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from transformers import (
    AutoTokenizer,
    DataCollatorWithPadding,
    TFAutoModelForSequenceClassification,
    create_optimizer,
)

model_name = "checkpoints/bert"
batch_size = 16
num_epochs = 2

tf.keras.utils.set_random_seed(2024)

raw_datasets = load_dataset("data/glue", "mrpc")
tokenizer = AutoTokenizer.from_pretrained(model_name)


def tokenize_function(example):
    return tokenizer(example["sentence1"], example["sentence2"], truncation=True, max_length=64)


tokenized = raw_datasets.map(tokenize_function, batched=True)
data_collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="tf")

model = TFAutoModelForSequenceClassification.from_pretrained(model_name, num_labels=2)

tf_train_set = model.prepare_tf_dataset(
    tokenized["train"],
    batch_size=batch_size,
    collate_fn=data_collator,
    shuffle=True,
)
tf_validation_set = model.prepare_tf_dataset(
    tokenized["validation"],
    batch_size=batch_size,
    collate_fn=data_collator,
)

num_train_steps = len(tf_train_set) * num_epochs
optimizer, lr_schedule = create_optimizer(
    init_lr=5e-4,
    num_warmup_steps=num_train_steps // 10,
    num_train_steps=num_train_steps,
    weight_decay_rate=0.01,
)
model.compile(
    optimizer=optimizer,
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(tf_train_set, validation_data=tf_validation_set, epochs=num_epochs, verbose=2)

logits = model.predict(tf_validation_set, verbose=0)["logits"]
class_preds = np.argmax(logits, axis=1)
labels = np.array(raw_datasets["validation"]["label"])

print("Validation results")
print("  accuracy: {:.3f}".format(accuracy_score(labels, class_preds)))
print("  f1:       {:.3f}".format(f1_score(labels, class_preds)))
print(confusion_matrix(labels, class_preds))

print("Some predictions:")
for i in range(4):
    row = raw_datasets["validation"][i]
    print(f"  label={row['label']} predicted={class_preds[i]}")
    print(f"    {row['sentence1']}")
    print(f"    {row['sentence2']}")
