#!/usr/bin/env python
# coding: utf-8

# # Digits with a small convolutional net
# In[1]:

import numpy as np
import keras
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.metrics import classification_report
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(2024)

# In[2]:

digits = load_digits()
X = (digits.images / 16.0).astype("float32")[..., np.newaxis]
y = digits.target.astype("int64")
X.shape, X.min(), X.max(), np.bincount(y)

# In[3]:

X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=0)
print(len(X_train), len(X_val), len(X_test))

# In[4]:

def make_ds(X, y, training=False, batch=64):
    ds = tf.data.Dataset.from_tensor_slices((X, keras.utils.to_categorical(y, 10)))
    if training:
        ds = ds.shuffle(len(X), seed=1)
    return ds.batch(batch).prefetch(tf.data.AUTOTUNE)

train_ds, val_ds, test_ds = make_ds(X_train, y_train, True), make_ds(X_val, y_val), make_ds(X_test, y_test)

# In[5]:

augment = keras.Sequential([
    layers.RandomTranslation(0.1, 0.1, fill_mode="constant", fill_value=0.0, seed=3),
    layers.RandomRotation(0.04, fill_mode="constant", fill_value=0.0, seed=4),
], name="augment")

inputs = keras.Input((8, 8, 1))
x = augment(inputs)
for filters in (32, 64):
    x = layers.Conv2D(filters, 3, padding="same", use_bias=False)(x)
    x = layers.BatchNormalization(momentum=0.9)(x)
    x = layers.Activation("relu")(x)
x = layers.MaxPooling2D()(x)
x = layers.Flatten()(x)
x = layers.Dropout(0.4)(x)
x = layers.Dense(64, activation="relu")(x)
outputs = layers.Dense(10)(x)
model = keras.Model(inputs, outputs)
model.summary()

# In[6]:

model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.05),
    metrics=["accuracy"],
)
history = model.fit(
    train_ds,
    validation_data=val_ds,
    epochs=40,
    callbacks=[
        keras.callbacks.EarlyStopping("val_accuracy", mode="max", patience=10, restore_best_weights=True),
        keras.callbacks.ReduceLROnPlateau("val_loss", factor=0.5, patience=4, min_lr=1e-5),
    ],
    verbose=2,
)

# In[7]:

loss, acc = model.evaluate(test_ds, verbose=0)
print(f"test loss {loss:.3f}, accuracy {acc:.4f}")
pred = model.predict(X_test, verbose=0).argmax(axis=1)
print(classification_report(y_test, pred, digits=3))
