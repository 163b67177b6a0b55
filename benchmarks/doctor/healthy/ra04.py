#!/usr/bin/env python
# coding: utf-8

# In[1]:

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(42)

# In[2]:

digits = load_digits()
images = digits.images[..., np.newaxis] / 16.0
tr_img, te_img, tr_lab, te_lab = train_test_split(
    images, digits.target, test_size=0.2, random_state=42, stratify=digits.target
)

# In[3]:

# build the arrays from the pictures
X, y = [], []
for c in range(10):
    pics = tr_img[tr_lab == c]
    print("class", c, "has", len(pics), "pictures")
    for p in pics:
        X.append(p)
        y.append(c)

X = np.array(X, dtype="float32")
y = np.array(y)
perm = np.random.permutation(len(X))
X, y = X[perm], y[perm]
X.shape, y.shape

# In[4]:

model = keras.Sequential(
    [
        keras.Input(shape=(8, 8, 1)),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.Conv2D(32, 3, padding="same", activation="relu"),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dropout(0.25),
        layers.Dense(64, activation="relu"),
        layers.Dense(10, activation="softmax"),
    ]
)
model.compile(
    optimizer="adam", loss="sparse_categorical_crossentropy", metrics=["accuracy"]
)

# In[5]:

history = model.fit(X, y, batch_size=32, epochs=10, validation_split=0.2, verbose=2)

# In[6]:

for k in history.history:
    print(k, np.round(history.history[k], 3))

# In[7]:

print("test:", model.evaluate(te_img, te_lab, verbose=0))
pred = model.predict(te_img, verbose=0).argmax(axis=1)
for c in range(10):
    print(c, "accuracy", round(float((pred[te_lab == c] == c).mean()), 3))
