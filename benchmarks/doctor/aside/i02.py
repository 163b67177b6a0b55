# sentiment with bert, everything inside tf.data so it scales later
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFBertForSequenceClassification

tf.keras.utils.set_random_seed(0)
SEQ_LEN = 32
BATCH_SIZE = 32

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")

train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
val = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
print(len(train), "train rows /", len(val), "val rows")


def tokenize(text):
    out = tokenizer(
        text.numpy().decode("utf-8"),
        padding="max_length",
        truncation=True,
        max_length=SEQ_LEN,
    )
    return out["input_ids"], out["attention_mask"]


def encode(text, label):
    ids, mask = tokenize(text)
    return {"input_ids": ids, "attention_mask": mask}, label


def make_dataset(df, shuffle):
    ds = tf.data.Dataset.from_tensor_slices((df["sentence"].tolist(), df["label"].tolist()))
    if shuffle:
        ds = ds.shuffle(4096, seed=0)
    ds = ds.map(encode)
    return ds.batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)


train_ds = make_dataset(train, True)
val_ds = make_dataset(val, False)

# look at one text to see what the model gets
sample = tf.constant(train["sentence"][0])
print(tokenizer.convert_ids_to_tokens(tokenize(sample)[0])[:12])

model = TFBertForSequenceClassification.from_pretrained(
    "checkpoints/bert", num_labels=2, from_pt=True
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=3e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(train_ds, validation_data=val_ds, epochs=3, verbose=2)

loss, acc = model.evaluate(val_ds, verbose=0)
print(f"validation accuracy = {acc:.3f}")
