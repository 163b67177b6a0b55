# Sentiment (SST-2 columns) with a TensorFlow model of transformers.
# These models are tf_keras models, so optimizer, loss and callbacks come from tf_keras too.
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

SEED = 1
EPOCHS = 5
BATCH_SIZE = 32
MAX_LEN = 48        # the longest sentence has 46 pieces
tf_keras.utils.set_random_seed(SEED)

train_file = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
# GLUE's validation file plays the test set here, as its real test labels are not public
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

train_file = train_file.drop_duplicates("sentence")
train_file = train_file[~train_file["sentence"].isin(test_df["sentence"])]
shuffled = train_file.sample(frac=1.0, random_state=SEED)
val_df, train_df = shuffled.iloc[:400], shuffled.iloc[400:]
print(f"{len(train_df)} train, {len(val_df)} validation, {len(test_df)} test")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def to_tf(df, training):
    enc = tokenizer(df["sentence"].tolist(), padding="max_length", truncation=True,
                    max_length=MAX_LEN, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), df["label"].to_numpy().astype("int32")))
    if training:
        ds = ds.shuffle(len(df), seed=SEED, reshuffle_each_iteration=True)
    return ds.batch(BATCH_SIZE).prefetch(tf.data.AUTOTUNE)


train_ds, val_ds, test_ds = to_tf(train_df, True), to_tf(val_df, False), to_tf(test_df, False)

model = TFAutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)

total_steps = EPOCHS * int(np.ceil(len(train_df) / BATCH_SIZE))
schedule = tf_keras.optimizers.schedules.PolynomialDecay(
    initial_learning_rate=3e-4, decay_steps=total_steps, end_learning_rate=0.0, power=1.0)

model.compile(
    optimizer=tf_keras.optimizers.Adam(learning_rate=schedule, clipnorm=1.0),
    loss=tf_keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)


class KeepBest(tf_keras.callbacks.Callback):
    """Remembers the weights of the epoch with the lowest validation loss and puts them back at the end."""

    def __init__(self):
        super().__init__()
        self.best, self.weights, self.epoch = np.inf, None, None

    def on_epoch_end(self, epoch, logs=None):
        if logs["val_loss"] < self.best:
            self.best, self.weights, self.epoch = logs["val_loss"], self.model.get_weights(), epoch

    def on_train_end(self, logs=None):
        self.model.set_weights(self.weights)


keep = KeepBest()
model.fit(train_ds, validation_data=val_ds, epochs=EPOCHS, callbacks=[keep], verbose=2)

logits = model.predict(test_ds, verbose=0).logits
truth = test_df["label"].to_numpy()
predicted = logits.argmax(axis=-1)
tp = int(((predicted == 1) & (truth == 1)).sum())
fp = int(((predicted == 1) & (truth == 0)).sum())
fn = int(((predicted == 0) & (truth == 1)).sum())
f1 = 2 * tp / (2 * tp + fp + fn)
base = max(truth.mean(), 1 - truth.mean())
print(f"weights of epoch {keep.epoch + 1}; test accuracy {(predicted == truth).mean():.3f} "
      f"(best constant answer {base:.3f}), F1 {f1:.3f}")

model.save_pretrained("out/qa09")
tokenizer.save_pretrained("out/qa09")
