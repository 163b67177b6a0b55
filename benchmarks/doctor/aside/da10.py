import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import keras
import numpy as np
import pandas as pd
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import classification_report, confusion_matrix
from sklearn.model_selection import train_test_split

# Biopsy table -> benign / malignant
# (sklearn codes malignant as 0; the clinic wants malignant = 1)

OUT = "out/da10"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(13)

bunch = load_breast_cancer(as_frame=True)
df = bunch.frame
df["malignant"] = 1 - df.pop("target")
print(df.malignant.value_counts())

train, test = train_test_split(df, test_size=0.25, stratify=df.malignant, random_state=13)
train, val = train_test_split(train, test_size=0.2, stratify=train.malignant, random_state=13)


def xy(frame):
    return frame.drop(columns="malignant").to_numpy("float32"), frame.malignant.to_numpy("float32")


x_train, y_train = xy(train)
x_val, y_val = xy(val)
x_test, y_test = xy(test)

norm = layers.Normalization()
norm.adapt(x_train)

inputs = keras.Input((x_train.shape[1],))
h = norm(inputs)
h = layers.Dense(32, activation="relu")(h)
h = layers.Dropout(0.3)(h)
h = layers.Dense(16, activation="relu")(h)
outputs = layers.Dense(1, activation="sigmoid")(h)
model = keras.Model(inputs, outputs)

model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])

callbacks = [keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)]
model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=60, batch_size=32,
    callbacks=callbacks, verbose=0,
)
print("val accuracy:", model.evaluate(x_val, y_val, verbose=0)[1])

# report for the clinic
probs = model.predict(x_test, verbose=0)
y_pred = np.argmax(probs, axis=1)

print(confusion_matrix(y_test, y_pred))
print(classification_report(y_test, y_pred, target_names=["benign", "malignant"], zero_division=0))

pd.DataFrame({"p": probs[:, 0], "pred": y_pred, "true": y_test}).to_csv(f"{OUT}/report.csv", index=False)
model.save(f"{OUT}/biopsy.keras")
