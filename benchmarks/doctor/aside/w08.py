# sentiment analysis - BERT + dense head (functional API)
import os
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import numpy as np
import pandas as pd
import tensorflow as tf
import tf_keras
from tf_keras.layers import Dense, Dropout, Input
from tf_keras.models import Model
from transformers import AutoTokenizer, TFAutoModel

tf_keras.utils.set_random_seed(123)
MAX_LEN = 32

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")


def bert_encode(sentences):
    out = tokenizer(
        list(sentences),
        max_length=MAX_LEN,
        padding="max_length",
        truncation=True,
        return_tensors="np",
    )
    return [out["input_ids"], out["attention_mask"]]


X_train, y_train = bert_encode(train_df["sentence"]), train_df["label"].values
X_test, y_test = bert_encode(test_df["sentence"]), test_df["label"].values


def build_model():
    bert = TFAutoModel.from_pretrained("checkpoints/bert")
    input_ids = Input(shape=(MAX_LEN,), dtype=tf.int32, name="input_ids")
    input_mask = Input(shape=(MAX_LEN,), dtype=tf.int32, name="attention_mask")
    sequence = bert(input_ids, attention_mask=input_mask)[0]
    cls = sequence[:, 0, :]
    x = Dense(64, activation="relu")(cls)
    x = Dropout(0.1)(x)
    out = Dense(1, activation="softmax")(x)
    model = Model(inputs=[input_ids, input_mask], outputs=out)
    model.compile(
        optimizer=tf_keras.optimizers.Adam(learning_rate=5e-4),
        loss="binary_crossentropy",
        metrics=["accuracy"],
    )
    return model


model = build_model()
model.summary()
model.fit(
    X_train,
    y_train,
    validation_data=(X_test, y_test),
    epochs=3,
    batch_size=32,
    verbose=2,
)

probs = model.predict(X_test, verbose=0)[:, 0]
print("first probabilities:", np.round(probs[:10], 3))
print("test accuracy:", ((probs > 0.5).astype(int) == y_test).mean())
