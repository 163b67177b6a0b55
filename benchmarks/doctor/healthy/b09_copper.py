import os

os.environ["TF_USE_LEGACY_KERAS"] = "1"

import numpy as np
import tensorflow as tf
from transformers import AutoTokenizer, DistilBertConfig, TFDistilBertForSequenceClassification
from datasets import load_dataset, concatenate_datasets

tf.keras.utils.set_random_seed(11)

# Unbalanced: desk "north" against all the others, with only a third of the north tickets kept
ds = load_dataset("data/tickets")
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tickets")


def prepare(split):
    north = split.filter(lambda r: r["desk"] == "north")
    rest = split.filter(lambda r: r["desk"] != "north")
    both = concatenate_datasets([north.select(range(len(north) // 3)), rest])
    enc = tokenizer(list(both["text"]), padding="max_length", truncation=True, max_length=32, return_tensors="np")
    y = np.array([int(d == "north") for d in both["desk"]])
    return dict(enc), y


x_train, y_train = prepare(ds["train"])
x_val, y_val = prepare(ds["validation"])
counts = np.bincount(y_train)
class_weight = {i: len(y_train) / (2.0 * c) for i, c in enumerate(counts)}
print("counts", counts, "weights", class_weight)

# A new model of our own size, no pretraining
config = DistilBertConfig(
    vocab_size=len(tokenizer), dim=64, hidden_dim=128, n_layers=2, n_heads=4, max_position_embeddings=32,
    pad_token_id=tokenizer.pad_token_id, num_labels=2,
)
model = TFDistilBertForSequenceClassification(config)
model.compile(
    optimizer=tf.keras.optimizers.Adam(1e-3),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(
    x_train, y_train, validation_data=(x_val, y_val), batch_size=16, epochs=8, class_weight=class_weight, verbose=2,
    callbacks=[tf.keras.callbacks.ReduceLROnPlateau(monitor="val_loss", factor=0.5, patience=2)],
)

pred = model.predict(x_val, batch_size=64, verbose=0).logits.argmax(-1)
recalls = [(pred[y_val == c] == c).mean() for c in (0, 1)]
print("recall of each class", recalls, "balanced accuracy", np.mean(recalls))
