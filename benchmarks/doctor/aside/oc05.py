import pandas as pd
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(0)

data = load_breast_cancer(as_frame=True)
df = data.frame
print(df.shape)
print(df["target"].value_counts())

train_df, test_df = train_test_split(df, test_size=0.2, random_state=0, stratify=df["target"])
train_df, val_df = train_test_split(train_df, test_size=0.2, random_state=0, stratify=train_df["target"])

def df_to_dataset(dataframe, shuffle=True, batch_size=32):
    dataframe = dataframe.copy()
    labels = dataframe.pop("target")
    ds = tf.data.Dataset.from_tensor_slices((dataframe.values.astype("float32"), labels.values.astype("float32")))
    if shuffle:
        ds = ds.shuffle(buffer_size=len(dataframe))
    return ds.prefetch(tf.data.AUTOTUNE)

train_ds = df_to_dataset(train_df)
val_ds = df_to_dataset(val_df, shuffle=False)
test_ds = df_to_dataset(test_df, shuffle=False)

norm = tf.keras.layers.Normalization()
norm.adapt(train_df.drop(columns="target").values.astype("float32"))

model = tf.keras.Sequential([
    tf.keras.Input(shape=(30,)),
    norm,
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dropout(0.2),
    tf.keras.layers.Dense(16, activation="relu"),
    tf.keras.layers.Dense(1, activation="sigmoid"),
])
model.summary()

model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy", tf.keras.metrics.AUC(name="auc")])
model.fit(train_ds, validation_data=val_ds, epochs=20, verbose=2)

print(model.evaluate(test_ds, verbose=0, return_dict=True))
