"""Two-stage fine-tuning on SST-2: first the new head on a frozen BERT, then the whole network."""
import os

import pandas as pd
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModel

CHECKPOINT = "checkpoints/bert"
MAX_LEN = 40
BATCH = 32
HEAD_EPOCHS, ALL_EPOCHS = 2, 2
HEAD_LR, ALL_LR = 2e-3, 4e-4

tf.keras.utils.set_random_seed(5)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def get_data(split):
    frame = pd.read_parquet(os.path.join("data", "glue", "sst2", f"{split}-00000-of-00001.parquet"))
    enc = tokenizer(
        list(frame["sentence"]),
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_tensors="np",
    )
    x = {"input_ids": enc["input_ids"].astype("int32"), "attention_mask": enc["attention_mask"].astype("int32")}
    return x, frame["label"].to_numpy()


x_train, y_train = get_data("train")
x_val, y_val = get_data("validation")


class SentimentModel(tf.keras.Model):
    def __init__(self, checkpoint, dropout=0.1):
        super().__init__()
        self.encoder = TFAutoModel.from_pretrained(checkpoint, add_pooling_layer=False)
        self.dropout = tf.keras.layers.Dropout(dropout)
        self.classifier = tf.keras.layers.Dense(1)

    def call(self, inputs, training=False):
        hidden = self.encoder(inputs, training=training).last_hidden_state
        mask = tf.cast(inputs["attention_mask"], hidden.dtype)[:, :, None]
        pooled = tf.reduce_sum(hidden * mask, axis=1) / tf.reduce_sum(mask, axis=1)
        return self.classifier(self.dropout(pooled, training=training))


def count(variables):
    return sum(int(tf.size(v)) for v in variables)


model = SentimentModel(CHECKPOINT)

# stage 1
model.encoder.trainable = False
model.compile(
    optimizer=tf.keras.optimizers.Adam(HEAD_LR),
    loss=tf.keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy")],
)
print("stage 1: only the head")
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=HEAD_EPOCHS,
    batch_size=BATCH,
    verbose=2,
)
print("trainable parameters:", count(model.trainable_variables))

# stage 2
model.encoder.trainable = True
model.compile(
    optimizer=tf.keras.optimizers.Adam(ALL_LR),
    loss=tf.keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[tf.keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy")],
)
print("stage 2: the whole network")
print("trainable parameters:", count(model.trainable_variables))
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    initial_epoch=HEAD_EPOCHS,
    epochs=HEAD_EPOCHS + ALL_EPOCHS,
    batch_size=BATCH,
    verbose=2,
)

loss, accuracy = model.evaluate(x_val, y_val, batch_size=64, verbose=0)
print(f"validation: loss {loss:.3f}, accuracy {accuracy:.3f}")
