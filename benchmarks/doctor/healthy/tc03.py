import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np
import pandas as pd
import tensorflow as tf
from datasets import Dataset
from sklearn.metrics import classification_report
from sklearn.preprocessing import LabelEncoder
from transformers import AutoTokenizer, TFDistilBertForSequenceClassification

SEED = 2023
tf.keras.utils.set_random_seed(SEED)

CHECKPOINT = "checkpoints/tickets"
MAX_LEN = 32

# ---- support tickets: text -> the desk that has to answer it ----
train = pd.read_json("data/tickets/train.jsonl", lines=True)[["text", "desk"]]
valid = pd.read_json("data/tickets/validation.jsonl", lines=True)[["text", "desk"]]
# the export masks the order number, it says nothing about the desk
for df in (train, valid):
    df["text"] = df.text.str.replace("order [ORDER] . ", "", regex=False)

le = LabelEncoder().fit(train.desk)
train["label"] = le.transform(train.desk)
valid["label"] = le.transform(valid.desk)
print("desks:", list(le.classes_))

tok = AutoTokenizer.from_pretrained(CHECKPOINT)

def to_hf(df):
    ds = Dataset.from_pandas(df[["text", "label"]], preserve_index=False)
    return ds.map(lambda b: tok(b["text"], truncation=True, max_length=MAX_LEN), batched=True)

train_ds, valid_ds = to_hf(train), to_hf(valid)

model = TFDistilBertForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=len(le.classes_))

tf_train = model.prepare_tf_dataset(train_ds, batch_size=16, shuffle=True, tokenizer=tok)
tf_valid = model.prepare_tf_dataset(valid_ds, batch_size=16, shuffle=False, tokenizer=tok)

model.compile(optimizer=tf.keras.optimizers.Adam(5e-4),
              loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
              metrics=["accuracy"])
history = model.fit(tf_train, validation_data=tf_valid, epochs=6, verbose=2)

pred = np.argmax(model.predict(tf_valid, verbose=0).logits, axis=1)
print(classification_report(valid.label, pred, target_names=le.classes_))
