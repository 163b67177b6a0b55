# Routing support tickets to the right desk, DistilBERT + Keras
import numpy as np
import tensorflow as tf
import tf_keras as keras
from datasets import load_dataset
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

keras.utils.set_random_seed(1)

checkpoint = "checkpoints/tickets"
desks = ["north", "east", "south", "west"]

raw_datasets = load_dataset(
    "json",
    data_files={
        "train": "data/tickets/train.jsonl",
        "validation": "data/tickets/validation.jsonl",
        "test": "data/tickets/test.jsonl",
    },
)
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize_function(example):
    return tokenizer(example["text"], truncation=True)


tokenized_datasets = raw_datasets.map(tokenize_function, batched=True)
tokenized_datasets = tokenized_datasets.rename_column("desk_id", "labels")
data_collator = DataCollatorWithPadding(tokenizer=tokenizer, return_tensors="tf")

tf_train_dataset = tokenized_datasets["train"].to_tf_dataset(
    columns=["attention_mask", "input_ids"],
    label_cols=["labels"],
    shuffle=True,
    collate_fn=data_collator,
    batch_size=16,
)
tf_validation_dataset = tokenized_datasets["validation"].to_tf_dataset(
    columns=["attention_mask", "input_ids"],
    label_cols=["labels"],
    shuffle=False,
    collate_fn=data_collator,
    batch_size=16,
)

model = TFAutoModelForSequenceClassification.from_pretrained(
    checkpoint,
    num_labels=4,
    id2label=dict(enumerate(desks)),
    label2id={d: i for i, d in enumerate(desks)},
)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=5e-4),
    loss=keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)
model.fit(tf_train_dataset, validation_data=tf_validation_dataset, epochs=8)

preds = model.predict(tf_validation_dataset)["logits"]
class_preds = np.argmax(preds, axis=1)
gold = np.array(raw_datasets["validation"]["desk_id"])
print("validation accuracy:", (class_preds == gold).mean())
for d in range(4):
    print(desks[d], "gold", int((gold == d).sum()), "predicted", int((class_preds == d).sum()))
