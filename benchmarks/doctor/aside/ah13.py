import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow.keras.callbacks import EarlyStopping
from tensorflow.keras.layers import Dense, Dropout, Input
from tensorflow.keras.models import Sequential
from tensorflow.keras.utils import set_random_seed

set_random_seed(1)

# load data
bunch = load_breast_cancer(as_frame=True)
df = bunch.frame
print(df["target"].value_counts())

X = df.drop(columns="target").values
y = df["target"].values
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=1)

sc = StandardScaler()
X_train = sc.fit_transform(X_train)
X_test = sc.transform(X_test)

# network
model = Sequential()
model.add(Input(shape=(X_train.shape[1],)))
model.add(Dense(32, activation="relu"))
model.add(Dropout(0.2))
model.add(Dense(16, activation="relu"))
model.add(Dense(1, activation="softmax"))
model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])

stop = EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)
hist = model.fit(X_train, y_train, epochs=30, batch_size=16, validation_split=0.15, callbacks=[stop], verbose=0)
print(pd.DataFrame(hist.history).iloc[::3].round(4))

prob = model.predict(X_test, verbose=0).ravel()
pred = (prob > 0.5).astype(int)
print("accuracy:", np.mean(pred == y_test))
print("AUC:", roc_auc_score(y_test, prob))
print(confusion_matrix(y_test, pred))
