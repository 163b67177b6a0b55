# coding: utf-8

# In[1]:
import numpy as np
import pandas as pd
import tensorflow as tf
from tensorflow.keras.callbacks import EarlyStopping
from tensorflow.keras.layers import Dense, Dropout, Input
from tensorflow.keras.models import Sequential
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score, classification_report, confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

tf.keras.utils.set_random_seed(101)

# In[2]:
data = load_breast_cancer()
df = pd.DataFrame(data.data, columns=data.feature_names)
df["benign"] = data.target
df["benign"].value_counts()

# In[3]:
X_train, X_test, y_train, y_test = train_test_split(
    df.drop("benign", axis=1).values, df["benign"].values, test_size=0.25, random_state=101, stratify=df["benign"]
)
scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_test = scaler.transform(X_test)

# In[4]:
model = Sequential()
model.add(Input(shape=(30,)))
model.add(Dense(30, activation="relu"))
model.add(Dropout(0.3))
model.add(Dense(15, activation="relu"))
model.add(Dropout(0.3))
model.add(Dense(1, activation="sigmoid"))
model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])

# In[5]:
model.fit(
    X_train,
    y_train,
    epochs=40,
    batch_size=32,
    validation_split=0.2,
    callbacks=[EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)],
    verbose=2,
)

# In[6]:
print("loss, accuracy:", model.evaluate(X_test, y_test, verbose=0))

# In[7]:
predictions = (model.predict(X_test) > 0.5).astype("int32").ravel()

# In[8]:
print("accuracy", accuracy_score(y_test, predictions))
print(confusion_matrix(y_test, predictions))
print(classification_report(y_test, predictions, target_names=data.target_names, zero_division=0))
