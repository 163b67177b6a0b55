"""BERT + my own head with the functional API (sentiment, SST-2 format)."""
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow.keras.layers import Dense, Dropout, Input
from tensorflow.keras.models import Model
from tensorflow.keras.optimizers import Adam
from transformers import BertTokenizerFast, TFBertModel

CHECKPOINT = "checkpoints/bert"
MAX_LEN = 32

tf.random.set_seed(5)
np.random.seed(5)


def read(name):
    df = pd.read_parquet(f"data/glue/sst2/{name}-00000-of-00001.parquet")
    return df["sentence"].tolist(), df["label"].to_numpy()


def encode(texts, tokenizer):
    enc = tokenizer(texts, max_length=MAX_LEN, truncation=True, padding="max_length",
                    return_tensors="np")
    return [enc["input_ids"].astype("int32"), enc["attention_mask"].astype("int32")]


def build_model():
    bert = TFBertModel.from_pretrained(CHECKPOINT, from_pt=True)
    input_ids = Input(shape=(MAX_LEN,), dtype=tf.int32, name="input_ids")
    attention_mask = Input(shape=(MAX_LEN,), dtype=tf.int32, name="attention_mask")
    hidden = bert(input_ids, attention_mask=attention_mask)[0]
    cls = hidden[:, 0, :]
    x = Dropout(0.1)(cls)
    x = Dense(64, activation="relu")(x)
    out = Dense(1, activation="sigmoid")(x)
    model = Model(inputs=[input_ids, attention_mask], outputs=out)
    model.compile(optimizer=Adam(learning_rate=2e-4), loss="binary_crossentropy", metrics=["accuracy"])
    return model


if __name__ == "__main__":
    tokenizer = BertTokenizerFast.from_pretrained(CHECKPOINT)
    x_train, y_train = read("train")
    x_val, y_val = read("validation")
    train_inputs = encode(x_train, tokenizer)
    val_inputs = encode(x_val, tokenizer)

    model = build_model()
    model.summary()
    model.fit(train_inputs, y_train, validation_data=(val_inputs, y_val),
              batch_size=32, epochs=3, verbose=2)

    prob = model.predict(val_inputs, verbose=0).ravel()
    print("val accuracy:", np.mean((prob > 0.5) == y_val))
