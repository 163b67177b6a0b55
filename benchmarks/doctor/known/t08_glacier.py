# %% [markdown]
# # Sentiment with a small BERT
# %%
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import pandas as pd
import tensorflow as tf
from keras.optimizers import Adam
from transformers import BertTokenizerFast, TFBertForSequenceClassification

# %%
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(1600, random_state=0)
val = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train.head()

# %%
tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")


def bert_encode(df, max_len=32):
    out = tokenizer(df.sentence.tolist(), max_length=max_len, padding="max_length", truncation=True)
    return {
        "input_ids": np.array(out["input_ids"]),
        "token_type_ids": np.array(out["token_type_ids"]),
        "attention_mask": np.array(out["attention_mask"]),
    }


X_train, X_val = bert_encode(train), bert_encode(val)
y_train, y_val = train.label.values, val.label.values

# %%
tf.random.set_seed(2024)
model = TFBertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2, from_pt=True)
model.compile(
    optimizer=Adam(learning_rate=3e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)

# %%
model.fit(X_train, y_train, validation_data=(X_val, y_val), epochs=2, batch_size=16, verbose=2)

# %%
pred = model.predict(X_val, verbose=0)["logits"].argmax(-1)
print("accuracy:", (pred == y_val).mean())
