"""Price regression with a DistilBERT body and my own layers on top."""
import pandas as pd
import tensorflow as tf
import tf_keras
from tf_keras import layers
from transformers import DistilBertConfig, PreTrainedTokenizerFast, TFDistilBertModel

tf_keras.utils.set_random_seed(2024)

train = pd.read_json("data/prices/train.jsonl", lines=True)
val = pd.read_json("data/prices/validation.jsonl", lines=True)
test = pd.read_json("data/prices/test.jsonl", lines=True)

tokenizer = PreTrainedTokenizerFast.from_pretrained("checkpoints/prices")


def encode(df):
    return tokenizer(df["text"].tolist(), truncation=True, padding=True)


train_encodings = encode(train)
val_encodings = encode(val)
test_encodings = encode(test)

# prices in thousands
train_dataset = tf.data.Dataset.from_tensor_slices(
    (dict(train_encodings), train["price"].values / 1000.0)
).shuffle(500).batch(16)
val_dataset = tf.data.Dataset.from_tensor_slices(
    (dict(val_encodings), val["price"].values / 1000.0)
).batch(16)
test_dataset = tf.data.Dataset.from_tensor_slices(
    (dict(test_encodings), test["price"].values / 1000.0)
).batch(16)


class PriceModel(tf_keras.Model):
    def __init__(self, path):
        super().__init__()
        self.body = TFDistilBertModel.from_pretrained(path)
        self.hidden = layers.Dense(64, activation="gelu")
        self.price = layers.Dense(1)

    def call(self, inputs, training=False):
        states = self.body(
            input_ids=inputs["input_ids"],
            attention_mask=inputs["attention_mask"],
            training=training,
        ).last_hidden_state
        return self.price(self.hidden(states[:, 0]))


model = PriceModel("checkpoints/prices")
model.compile(optimizer=tf_keras.optimizers.Adam(1e-3), loss="mse", metrics=["mae"])
stop = tf_keras.callbacks.EarlyStopping(monitor="val_mae", patience=4, restore_best_weights=True)
model.fit(train_dataset, validation_data=val_dataset, epochs=15, callbacks=[stop], verbose=2)

mse, mae = model.evaluate(test_dataset, verbose=0)
baseline = (test["price"] - train["price"].mean()).abs().mean()
print(f"test MAE: {1000 * mae:.1f}  (always the mean: {baseline:.1f})")
