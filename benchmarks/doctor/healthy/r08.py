"""Ticket routing: fine-tune a small transformer with train_on_batch and test it on the held-out file."""
import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import accuracy_score, classification_report
from sklearn.model_selection import train_test_split
from transformers import AutoTokenizer, TFAutoModelForSequenceClassification

SEED = 2
MODEL = "checkpoints/tickets"
EPOCHS = 6
BS = 24

np.random.seed(SEED)
tf.random.set_seed(SEED)


def load_tickets(path, desks=None):
    df = pd.read_json(path, lines=True)
    df["text"] = df["text"].str.strip()
    df = df.drop_duplicates(subset="text").reset_index(drop=True)
    if desks is None:
        desks = sorted(df["desk"].unique())
    df["label"] = df["desk"].map({desk: i for i, desk in enumerate(desks)})
    return df, desks


df, desks = load_tickets("data/tickets/train.jsonl")
test_df, _ = load_tickets("data/tickets/test.jsonl", desks)
train_df, val_df = train_test_split(df, test_size=0.15, random_state=SEED, stratify=df["label"])
print(f"{len(train_df)} / {len(val_df)} / {len(test_df)} tickets, desks: {desks}")

tokenizer = AutoTokenizer.from_pretrained(MODEL)


def encode(frame):
    enc = tokenizer(
        frame["text"].tolist(),
        padding="max_length",
        truncation=True,
        max_length=32,
        return_tensors="np",
    )
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"]}


x_train, y_train = encode(train_df), train_df["label"].to_numpy()
x_val, y_val = encode(val_df), val_df["label"].to_numpy()
x_test, y_test = encode(test_df), test_df["label"].to_numpy()

model = TFAutoModelForSequenceClassification.from_pretrained(MODEL, num_labels=len(desks))
model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

for epoch in range(EPOCHS):
    order = np.random.permutation(len(y_train))
    model.reset_metrics()
    for i in range(0, len(order), BS):
        idx = order[i : i + BS]
        logs = model.train_on_batch(
            {k: v[idx] for k, v in x_train.items()},
            y_train[idx],
            reset_metrics=False,
            return_dict=True,
        )
    val_logs = model.evaluate(x_val, y_val, batch_size=64, verbose=0, return_dict=True)
    print(
        f"epoch {epoch + 1}: loss {logs['loss']:.4f} acc {logs['accuracy']:.4f} | "
        f"val loss {val_logs['loss']:.4f} val acc {val_logs['accuracy']:.4f}"
    )

y_hat = model.predict(x_test, batch_size=64, verbose=0).logits.argmax(axis=1)
print("test accuracy:", round(accuracy_score(y_test, y_hat), 3))
print(classification_report(y_test, y_hat, digits=3, zero_division=0))

tickets = ["hello . my printer was charged twice . order [ORDER] . please help"]
scores = tf.nn.softmax(model.predict(encode(pd.DataFrame({"text": tickets})), verbose=0).logits).numpy()
for text, row in zip(tickets, scores):
    print(text, "->", desks[int(row.argmax())], np.round(row, 3))
