#!/usr/bin/env python
# coding: utf-8

# In[1]:

import numpy as np
import pandas as pd
import keras
from keras import layers
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(42)

# In[2]:

data = load_breast_cancer(as_frame=True)
df = data.frame
df.head()

# In[3]:

print(df.shape)
print(df["target"].value_counts())

# In[4]:

X = df.drop(columns="target").values
y = df["target"].values

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=42)

scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)

# In[5]:

model = keras.Sequential([
    keras.Input(shape=(X_train.shape[1],)),
    layers.Dense(32, activation="relu"),
    layers.Dropout(0.2),
    layers.Dense(16, activation="relu"),
    layers.Dense(1, activation="sigmoid"),
])
model.summary()

# In[6]:

model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])
hist = model.fit(X_train, y_train, validation_split=0.15, epochs=25, batch_size=16, verbose=0)

# In[7]:

h = pd.DataFrame(hist.history)
print(h.iloc[::6].round(4))

# In[8]:

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("test loss %.4f, test accuracy %.4f" % (loss, acc))
p = model.predict(X_test, verbose=0).ravel()
print("first predictions:", p[:10].round(3))
print("predicted positives:", int((p > 0.5).sum()), "of", len(p), " true positives in set:", int(y_test.sum()))
