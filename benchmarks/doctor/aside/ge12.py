"""Route support tickets to one of four desks: TF DistilBERT, plain fit()."""
import json
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import EarlyStopping
from tensorflow.keras.losses import SparseCategoricalCrossentropy
from tensorflow.keras.optimizers import Adam
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

CHECKPOINT = "checkpoints/tickets"
MAX_LEN = 32
BATCH = 32


def load_tickets(split, exclude=frozenset()):
    texts, desks = [], []
    seen = set(exclude)
    with open(os.path.join("data", "tickets", split + ".jsonl"), encoding="utf-8") as f:
        for line in f:
            rec = json.loads(line)
            # the order number was masked by the export, it says nothing
            text = rec["text"].replace(" order [ORDER] .", "")
            if text in seen:
                continue
            seen.add(text)
            texts.append(text)
            desks.append(rec["desk_id"])
    return texts, np.array(desks, dtype="int32")


def to_dataset(tokenizer, texts, desks, training):
    enc = tokenizer(
        texts, truncation=True, max_length=MAX_LEN, padding="max_length", return_tensors="np"
    )
    ds = tf.data.Dataset.from_tensor_slices((dict(enc), desks))
    if training:
        ds = ds.shuffle(len(desks), seed=13)
    return ds.batch(BATCH).prefetch(tf.data.AUTOTUNE)


def main():
    tf.random.set_seed(13)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)

    train_texts, train_desks = load_tickets("train")
    val_texts, val_desks = load_tickets("validation", exclude=frozenset(train_texts))
    print(len(train_texts), "training tickets,", len(val_texts), "for validation")

    train_ds = to_dataset(tokenizer, train_texts, train_desks, training=True)
    val_ds = to_dataset(tokenizer, val_texts, val_desks, training=False)

    model = TFAutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=4)
    model.compile(
        optimizer=Adam(learning_rate=1e-3),
        loss=SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy"],
    )
    model.fit(
        train_ds,
        validation_data=val_ds,
        epochs=8,
        callbacks=[EarlyStopping(monitor="val_loss", patience=2, restore_best_weights=True)],
        verbose=2,
    )
    loss, acc = model.evaluate(val_ds, verbose=0)
    print(f"validation loss {loss:.3f}, accuracy {acc:.3f}")


if __name__ == "__main__":
    main()
