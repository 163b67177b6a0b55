import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import accuracy_score, classification_report
from transformers import AutoTokenizer, TFDistilBertModel

SEED = 5
MAX_LEN = 32
CHECKPOINT = "checkpoints/prices"
THRESHOLD = 1100

tf.keras.utils.set_random_seed(SEED)
tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def load(split):
    df = pd.read_json(f"data/prices/{split}.jsonl", lines=True)
    df["expensive"] = (df["price"] > THRESHOLD).astype("float32")
    return df


def tokenize(df):
    enc = tokenizer(
        df["text"].tolist(),
        add_special_tokens=True,
        padding="max_length",
        truncation=True,
        max_length=MAX_LEN,
        return_attention_mask=True,
        return_tensors="np",
    )
    return [enc["input_ids"], enc["attention_mask"]]


def create_model():
    input_ids = tf.keras.layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="input_ids")
    attention_mask = tf.keras.layers.Input(shape=(MAX_LEN,), dtype=tf.int32, name="attention_mask")

    encoder = TFDistilBertModel.from_pretrained(CHECKPOINT)
    hidden = encoder(input_ids, attention_mask=attention_mask).last_hidden_state
    x = hidden[:, 0, :]
    x = tf.keras.layers.Dense(64, activation="relu")(x)
    x = tf.keras.layers.Dropout(0.1)(x)
    output = tf.keras.layers.Dense(1, activation="softmax")(x)

    model = tf.keras.Model(inputs=[input_ids, attention_mask], outputs=output)
    model.compile(
        optimizer=tf.keras.optimizers.Adam(learning_rate=5e-4),
        loss="binary_crossentropy",
        metrics=["accuracy"],
    )
    return model


train, val, test = load("train"), load("validation"), load("test")
print("share of expensive ads:", round(train["expensive"].mean(), 3))

model = create_model()
model.summary()

early_stop = tf.keras.callbacks.EarlyStopping(
    monitor="val_loss", patience=4, restore_best_weights=True
)
model.fit(
    tokenize(train),
    train["expensive"].values,
    validation_data=(tokenize(val), val["expensive"].values),
    batch_size=16,
    epochs=8,
    callbacks=[early_stop],
    verbose=2,
)

probs = model.predict(tokenize(test), verbose=0)[:, 0]
pred = (probs > 0.5).astype(int)
gold = test["expensive"].astype(int).values
print("test accuracy:", round(accuracy_score(gold, pred), 3))
print(classification_report(gold, pred, target_names=["cheap", "expensive"], zero_division=0))
