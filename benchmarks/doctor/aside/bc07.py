#!/usr/bin/env python
# coding: utf-8

# # Routing support tickets

# In[1]:
import pandas as pd
import tensorflow as tf
import keras
from keras import layers
from sklearn.metrics import confusion_matrix

keras.utils.set_random_seed(11)

# In[2]:
train = pd.read_json("data/tickets/train.jsonl", lines=True)
valid = pd.read_json("data/tickets/validation.jsonl", lines=True)
test = pd.read_json("data/tickets/test.jsonl", lines=True)
print(train["desk"].value_counts())

# In[3]:
seq_len = 40
vectorizer = layers.TextVectorization(max_tokens=1000, output_sequence_length=seq_len)
vectorizer.adapt(train["text"].tolist())

X_train = vectorizer(tf.constant(train["text"].tolist())).numpy()
X_valid = vectorizer(tf.constant(valid["text"].tolist())).numpy()
print(X_train.shape, X_valid.shape)

# In[4]:
y_train = train["desk_id"].values
y_valid = valid["desk_id"].values

# In[5]:
inp = keras.Input(shape=(seq_len,), dtype="int32")
h = layers.Embedding(1000, 32, mask_zero=True)(inp)
h = layers.GlobalAveragePooling1D()(h)
h = layers.Dropout(0.1)(h)
out = layers.Dense(4, activation="softmax")(h)
model = keras.Model(inp, out)
model.compile(keras.optimizers.Adam(0.01), "sparse_categorical_crossentropy", metrics=["accuracy"])

# In[6]:
hist = model.fit(X_train, y_train, validation_data=(X_valid, y_valid), epochs=20, batch_size=32, verbose=0)
pd.DataFrame(hist.history).iloc[::4].round(3).pipe(print)
print("valid accuracy:", round(hist.history["val_accuracy"][-1], 3))

# In[7]:
# now the test tickets
vectorizer.adapt(test["text"].tolist())
X_test = vectorizer(tf.constant(test["text"].tolist())).numpy()
y_test = test["desk_id"].values

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print("test loss:", round(loss, 3), "test accuracy:", round(acc, 3))

# In[8]:
pred = model.predict(X_test, verbose=0).argmax(axis=1)
print(confusion_matrix(y_test, pred))
