"""Sentiment with the small DistilBERT, TensorFlow version."""
import pandas as pd
import tensorflow as tf
from tensorflow.keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, set_seed

CHECKPOINT = "checkpoints/distilbert"
MAX_LEN = 64
BATCH_SIZE = 32
EPOCHS = 2

set_seed(12)


def read(split, limit=None):
    frame = pd.read_parquet(f"data/glue/sst2/{split}-00000-of-00001.parquet")
    if limit is not None:
        frame = frame.sample(limit, random_state=12)
    return frame["sentence"].tolist(), frame["label"].to_numpy()


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def as_dataset(texts, labels, training):
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np")
    features = {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}
    ds = tf.data.Dataset.from_tensor_slices((features, labels))
    if training:
        ds = ds.shuffle(len(texts), seed=12)
    return ds.batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)


train_ds = as_dataset(*read("train", limit=1200), training=True)
val_ds = as_dataset(*read("validation"), training=False)

model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=2)

# no loss given: the model brings its own
model.compile(optimizer=Adam(learning_rate=2e-4), metrics=["accuracy"])
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

loss, accuracy = model.evaluate(val_ds, verbose=0)
print(f"validation loss {loss:.4f}  accuracy {accuracy:.4f}")
