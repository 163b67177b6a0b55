import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.metrics import classification_report
from transformers import AutoTokenizer, TFBertForSequenceClassification

tf.keras.utils.set_random_seed(10)

train_df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(1200, random_state=10)
val_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet").sample(240, random_state=10)

path = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(path)


def batch_encode(texts):
    out = tokenizer(list(texts), max_length=32, padding="max_length",
                    truncation=True, return_tensors="tf")
    return [out["input_ids"], out["attention_mask"]]


X_train, y_train = batch_encode(train_df.sentence), train_df.label.values
X_val, y_val = batch_encode(val_df.sentence), val_df.label.values

bert = TFBertForSequenceClassification.from_pretrained(path, num_labels=2)

input_ids = tf.keras.layers.Input(shape=(32,), dtype="int32", name="input_ids")
attention_mask = tf.keras.layers.Input(shape=(32,), dtype="int32", name="attention_mask")
logits = bert(input_ids, attention_mask=attention_mask).logits
model = tf.keras.Model([input_ids, attention_mask], logits)

model.compile(
    optimizer=tf.keras.optimizers.Adam(learning_rate=2e-4),
    loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    metrics=["accuracy"],
)
model.fit(X_train, y_train, validation_data=(X_val, y_val),
          epochs=2, batch_size=16, verbose=2)

y_hat = np.argmax(model.predict(X_val, verbose=0), axis=1)
print("predicted classes:", np.bincount(y_hat, minlength=2))
print(classification_report(y_val, y_hat, zero_division=0))
