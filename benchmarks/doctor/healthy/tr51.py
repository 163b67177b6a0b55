"""Ticket routing with TFDistilBERT: a new special token, warm-up and decay, early stopping (Keras compile/fit)."""
import json
import os

os.environ.setdefault("TF_USE_LEGACY_KERAS", "1")
import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification, create_optimizer

tf.keras.utils.set_random_seed(51)
CHECKPOINT = "checkpoints/tickets"


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r["text"] for r in rows], np.array([r["desk_id"] for r in rows])


tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
tokenizer.add_tokens(["[ORDER]"], special_tokens=True)      # every ticket has it, the vocabulary does not
model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4, from_pt=True)
model.resize_token_embeddings(len(tokenizer))


def dataset(split, batch, training=False):
    texts, labels = read(split)
    # the reason stands at the beginning, so cutting at the end costs nothing
    enc = tokenizer(texts, padding="max_length", truncation=True, max_length=32, return_tensors="np")
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), labels))
    if training:
        ds = ds.shuffle(len(labels), seed=1, reshuffle_each_iteration=True)
    return ds.batch(batch).prefetch(tf.data.AUTOTUNE)


train, valid, test = dataset("train", 16, True), dataset("validation", 80), dataset("test", 80)
EPOCHS = 8
steps = EPOCHS * len(train)
optimizer, _ = create_optimizer(init_lr=1e-3, num_train_steps=steps, num_warmup_steps=steps // 10, weight_decay_rate=0.01)
model.compile(optimizer=optimizer, loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              metrics=["accuracy"])
history = model.fit(
    train, validation_data=valid, epochs=EPOCHS, verbose=2,
    callbacks=[tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=2, restore_best_weights=True)])
loss, accuracy = model.evaluate(test, verbose=0)
majority = np.bincount(read("test")[1]).max() / 160
print(f"loss {history.history['loss'][0]:.3f} -> {history.history['loss'][-1]:.3f}; "
      f"test accuracy {accuracy:.3f}, majority {majority:.3f}")
