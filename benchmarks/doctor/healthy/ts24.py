"""Sentiment with a small BERT in two phases: first a head on the frozen encoder, then everything with a low rate."""
import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import tempfile

import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import accuracy_score, confusion_matrix
from sklearn.model_selection import train_test_split
from tensorflow import keras
from transformers import BertTokenizerFast, TFBertModel

keras.utils.set_random_seed(77)

table = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")     # GLUE's labelled hold-out
table = table[~table.sentence.isin(test.sentence)].drop_duplicates("sentence")
train, dev = train_test_split(table, test_size=0.15, stratify=table.label, random_state=77)

tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")


def with_mask(ids, label):
    return {"input_ids": ids, "attention_mask": tf.cast(ids != tokenizer.pad_token_id, tf.int32)}, label


def dataset(frame, training=False):
    rows = list(zip(tokenizer(list(frame.sentence), truncation=True, max_length=64)["input_ids"], frame.label))
    ds = tf.data.Dataset.from_generator(
        lambda: iter(rows), output_signature=(tf.TensorSpec((None,), tf.int32), tf.TensorSpec((), tf.float32)))
    if training:    # batches of sentences of about the same length: little padding
        ds = ds.shuffle(len(frame)).bucket_by_sequence_length(lambda ids, _: tf.shape(ids)[0], [12, 16, 20], [32] * 4)
    else:
        ds = ds.padded_batch(64)
    return ds.map(with_mask).prefetch(tf.data.AUTOTUNE)


train_ds, dev_ds, test_ds = dataset(train, training=True), dataset(dev), dataset(test)

bert = TFBertModel.from_pretrained("checkpoints/bert", from_pt=True, add_pooling_layer=False)
ids = keras.Input((None,), dtype="int32", name="input_ids")
mask = keras.Input((None,), dtype="int32", name="attention_mask")
states = bert(ids, attention_mask=mask).last_hidden_state
pooled = keras.layers.GlobalAveragePooling1D()(states, mask=tf.cast(mask, tf.bool))
x = keras.layers.Dropout(0.1)(pooled)
probability = keras.layers.Dense(1, activation="sigmoid", name="positive")(x)
model = keras.Model({"input_ids": ids, "attention_mask": mask}, probability)


def compile_and_fit(lr, epochs, **kwargs):
    model.compile(optimizer=keras.optimizers.Adam(lr), loss="binary_crossentropy", metrics=["accuracy"])
    return model.fit(train_ds, validation_data=dev_ds, epochs=epochs, verbose=2, **kwargs)


# phase 1: the encoder is a fixed feature extractor
bert.trainable = False
first = compile_and_fit(5e-3, epochs=2)
print("trainable weights in phase 1:", sum(int(np.prod(w.shape)) for w in model.trainable_weights))

# phase 2: all weights; compile() again, since it is then that `trainable` takes effect
bert.trainable = True
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "best")
    saver = keras.callbacks.ModelCheckpoint(path, monitor="val_accuracy", mode="max",
                                            save_best_only=True, save_weights_only=True)
    second = compile_and_fit(7e-4, epochs=3, callbacks=[saver])
    model.load_weights(path).expect_partial()

predicted = (model.predict(test_ds, verbose=0)[:, 0] > 0.5).astype(int)
print("dev accuracy: frozen %.3f, fine-tuned %.3f" % (max(first.history["val_accuracy"]), max(second.history["val_accuracy"])))
print("test accuracy %.3f" % accuracy_score(test.label, predicted))
print(confusion_matrix(test.label, predicted))
