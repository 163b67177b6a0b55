import numpy as np
import tensorflow as tf
import tf_keras as keras
from datasets import load_dataset
from transformers import AutoTokenizer, TFAutoModel

MAX_LEN = 48
CKPT = "checkpoints/bert"

keras.utils.set_random_seed(4)

mrpc = load_dataset("data/glue", "mrpc")
tok = AutoTokenizer.from_pretrained(CKPT)


def arrays(split):
    enc = tok(
        list(split["sentence1"]), list(split["sentence2"]),
        padding="max_length", truncation=True, max_length=MAX_LEN, return_tensors="np",
    )
    x = {k: enc[k].astype("int32") for k in ("input_ids", "attention_mask", "token_type_ids")}
    return x, np.array(split["label"], dtype="float32")


x_train, y_train = arrays(mrpc["train"])
x_val, y_val = arrays(mrpc["validation"])


def build_model():
    bert = TFAutoModel.from_pretrained(CKPT)
    ids = keras.Input((MAX_LEN,), dtype="int32", name="input_ids")
    mask = keras.Input((MAX_LEN,), dtype="int32", name="attention_mask")
    types = keras.Input((MAX_LEN,), dtype="int32", name="token_type_ids")

    x = bert(ids, attention_mask=mask, token_type_ids=types).pooler_output
    x = keras.layers.Dropout(0.1)(x)
    x = keras.layers.Dense(1, activation="sigmoid")(x)
    return keras.Model([ids, mask, types], x)


model = build_model()
model.compile(
    optimizer=keras.optimizers.Adam(3e-4),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)
model.fit(x_train, y_train, validation_data=(x_val, y_val), batch_size=32, epochs=2, verbose=2)
