import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(21)


class MacroF1(tf.keras.metrics.Metric):
    def __init__(self, num_classes, name="macro_f1", **kwargs):
        super().__init__(name=name, **kwargs)
        self.num_classes = num_classes
        self.cm = self.add_weight(name="cm", shape=(num_classes, num_classes), initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true = tf.reshape(y_true, [-1])
        y_pred = tf.argmax(y_pred, axis=-1)
        cm = confusion_matrix(y_true.numpy(), y_pred.numpy(), labels=list(range(self.num_classes)))
        self.cm.assign_add(tf.cast(cm, tf.float32))

    def result(self):
        cm = tf.convert_to_tensor(self.cm)
        tp = tf.linalg.diag_part(cm)
        precision = tf.math.divide_no_nan(tp, tf.reduce_sum(cm, axis=0))
        recall = tf.math.divide_no_nan(tp, tf.reduce_sum(cm, axis=1))
        return tf.reduce_mean(tf.math.divide_no_nan(2 * precision * recall, precision + recall))


wine = load_wine(as_frame=True)
df = wine.frame
print(df["target"].value_counts().sort_index().to_dict())

train_df, test_df = train_test_split(df, test_size=0.3, stratify=df["target"], random_state=21)
scaler = StandardScaler().fit(train_df[wine.feature_names])


def to_dataset(frame, shuffle=False):
    x = scaler.transform(frame[wine.feature_names]).astype("float32")
    ds = tf.data.Dataset.from_tensor_slices((x, frame["target"].to_numpy()))
    if shuffle:
        ds = ds.shuffle(len(frame))
    return ds.batch(16)


model = tf.keras.Sequential([
    tf.keras.Input(shape=(13,)),
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dropout(0.2),
    tf.keras.layers.Dense(3, activation="softmax"),
])
model.compile(
    optimizer=tf.keras.optimizers.Adam(5e-3),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy", MacroF1(3)],
)
hist = model.fit(to_dataset(train_df, shuffle=True), validation_data=to_dataset(test_df), epochs=15, verbose=0)

print(pd.DataFrame(hist.history).round(3).iloc[::3].to_string())
print("test:", model.evaluate(to_dataset(test_df), verbose=0, return_dict=True))
