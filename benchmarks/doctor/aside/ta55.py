import numpy as np
import tensorflow as tf
from datasets import load_dataset
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from transformers import AutoTokenizer, DataCollatorWithPadding, TFAutoModelForSequenceClassification

checkpoint = "checkpoints/bert"
raw = load_dataset("parquet", data_files={
    "train": "data/glue/sst2/train-*.parquet",
    "validation": "data/glue/sst2/validation-*.parquet",
})
tokenizer = AutoTokenizer.from_pretrained(checkpoint)


def tokenize(examples):
    return tokenizer(examples["sentence"], truncation=True)


tokenized = raw.map(tokenize, batched=True)
collator = DataCollatorWithPadding(tokenizer, return_tensors="np")

model = TFAutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=2, from_pt=True)
train_set = model.prepare_tf_dataset(
    tokenized["train"], shuffle=True, batch_size=32, collate_fn=collator)
val_set = model.prepare_tf_dataset(
    tokenized["validation"], batch_size=32, collate_fn=collator)

model.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=2e-4))
model.fit(train_set, validation_data=val_set, epochs=1, verbose=2)

# Evaluation
preds = np.argmax(model.predict(val_set, verbose=0).logits, axis=1)
labels = np.array(tokenized["validation"]["label"])[: len(preds)]
print("accuracy", accuracy_score(labels, preds))
print("f1      ", f1_score(labels, preds))
print(confusion_matrix(labels, preds))
