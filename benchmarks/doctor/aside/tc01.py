import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

tf.keras.utils.set_random_seed(123)

MODEL_NAME = "checkpoints/bert"
BATCH_SIZE = 32
EPOCHS = 3

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
val_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train_df = train_df.sample(n=1200, random_state=123)

tokenizer = AutoTokenizer.from_pretrained(MODEL_NAME)


def encode(df):
    enc = tokenizer(
        df["sentence"].tolist(),
        padding="max_length",
        truncation=True,
        max_length=40,
        return_tensors="np",
    )
    return tf.data.Dataset.from_tensor_slices((dict(enc), df["label"].to_numpy()))


train_ds = encode(train_df).shuffle(len(train_df), seed=123).batch(BATCH_SIZE).prefetch(1)
val_ds = encode(val_df).batch(BATCH_SIZE)

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL_NAME, num_labels=2)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=2e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(),
    metrics=["accuracy"],
)

model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, verbose=2)

loss, acc = model.evaluate(val_ds, verbose=0)
print(f"validation loss {loss:.4f}  accuracy {acc:.4f}")
