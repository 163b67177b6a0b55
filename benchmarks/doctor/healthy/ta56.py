import pandas as pd
import tensorflow as tf
from transformers import BertTokenizerFast, TFBertForSequenceClassification

train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
valid = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")

tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")

def get_inputs(df):
    t = tokenizer(df["sentence"].tolist(), padding="max_length", truncation=True,
                  max_length=32, return_tensors="tf")
    return [t["input_ids"], t["attention_mask"], t["token_type_ids"]]

def to_ds(df, shuffle=False):
    ids, mask, types = get_inputs(df)
    ds = tf.data.Dataset.from_tensor_slices(
        ({"input_ids": ids, "attention_mask": mask, "token_type_ids": types}, df["label"].values))
    if shuffle:
        ds = ds.shuffle(len(df))
    return ds.batch(32)

train_ds = to_ds(train, shuffle=True)
valid_ds = to_ds(valid)

bert = TFBertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2, from_pt=True)
bert.summary()

loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
bert.compile(optimizer=tf.keras.optimizers.Adam(learning_rate=2e-4, epsilon=1e-8), loss=loss, metrics=["accuracy"])

history = bert.fit(train_ds, validation_data=valid_ds, epochs=1, verbose=2)
print("validation accuracy", max(history.history["val_accuracy"]))
