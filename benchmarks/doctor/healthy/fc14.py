# Which desk does a ticket go to?  Conv1D over word embeddings.
import json
from pathlib import Path

import numpy as np
import tensorflow as tf
from sklearn.metrics import classification_report
from sklearn.utils.class_weight import compute_class_weight

tf.keras.utils.set_random_seed(4)

DESKS = ["north", "east", "south", "west"]
SEQ_LEN = 72  # the longest ticket has 61 words
out_dir = Path("out/fc14")
out_dir.mkdir(parents=True, exist_ok=True)


def read_jsonl(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def without(rows, texts):
    return [r for r in rows if r["text"] not in texts]


train = read_jsonl("train")
seen = {r["text"] for r in train}
val = without(read_jsonl("validation"), seen)
seen |= {r["text"] for r in val}
test = without(read_jsonl("test"), seen)
print(len(train), "train,", len(val), "validation,", len(test), "test")

vectorizer = tf.keras.layers.TextVectorization(
    standardize=None, split="whitespace", output_sequence_length=SEQ_LEN
)
vectorizer.adapt([r["text"] for r in train])


def arrays(rows):
    ids = vectorizer(tf.constant([r["text"] for r in rows])).numpy()
    return ids, np.array([r["desk_id"] for r in rows])


x_train, y_train = arrays(train)
x_val, y_val = arrays(val)
x_test, y_test = arrays(test)

classes = np.arange(len(DESKS))
weights = compute_class_weight("balanced", classes=classes, y=y_train)
class_weight = {int(c): float(w) for c, w in zip(classes, weights)}

model = tf.keras.Sequential(
    [
        tf.keras.Input((SEQ_LEN,), dtype="int64"),
        tf.keras.layers.Embedding(vectorizer.vocabulary_size(), 48),
        tf.keras.layers.Conv1D(96, 3, padding="same", activation="relu"),
        tf.keras.layers.GlobalMaxPooling1D(),
        tf.keras.layers.Dropout(0.3),
        tf.keras.layers.Dense(len(DESKS), activation="softmax"),
    ]
)
model.compile(
    optimizer=tf.keras.optimizers.Adam(3e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=False),
    metrics=["sparse_categorical_accuracy"],
)

best_file = out_dir / "best.keras"
model.fit(
    x_train,
    y_train,
    validation_data=(x_val, y_val),
    epochs=40,
    batch_size=32,
    class_weight=class_weight,
    callbacks=[
        tf.keras.callbacks.ModelCheckpoint(
            str(best_file), monitor="val_loss", mode="min", save_best_only=True
        ),
        tf.keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=3),
        tf.keras.callbacks.EarlyStopping(monitor="val_loss", patience=8),
    ],
    verbose=2,
)

# the last weights are not the best ones, take those from the file
best = tf.keras.models.load_model(best_file)
loss, acc = best.evaluate(x_test, y_test, verbose=0)
print(f"test loss {loss:.3f}, accuracy {acc:.3f}")
desk = np.argmax(best.predict(x_test, verbose=0), axis=1)
print(classification_report(y_test, desk, labels=classes, target_names=DESKS, zero_division=0))
