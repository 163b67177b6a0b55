#!/usr/bin/env python
# coding: utf-8

# In[1]:
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.random.set_seed(0)
np.random.seed(0)

# In[2]:
data = load_breast_cancer()
print(data.data.shape, np.bincount(data.target))

# In[3]:
X_train, X_test, y_train, y_test = train_test_split(
    data.data, data.target, test_size=0.25, random_state=0, stratify=data.target
)
scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)

# In[4]:
model = tf.keras.Sequential(
    [
        tf.keras.layers.Input(shape=(30,)),
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dense(16, activation="relu"),
        tf.keras.layers.Dense(1, activation="softmax"),
    ]
)
model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])

# In[5]:
history = model.fit(
    X_train,
    y_train,
    epochs=20,
    batch_size=16,
    validation_data=(X_test, y_test),
    verbose=2,
)

# In[6]:
print("first/last val accuracy:", history.history["val_accuracy"][0], history.history["val_accuracy"][-1])

# In[7]:
y_pred = (model.predict(X_test, verbose=0) > 0.5).astype(int).ravel()
print(confusion_matrix(y_test, y_pred))
