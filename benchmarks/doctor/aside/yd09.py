import keras
import numpy as np
import pandas as pd
from keras.layers import Dense, BatchNormalization, Dropout
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler, LabelEncoder

keras.utils.set_random_seed(123)

wine = load_wine(as_frame=True)
df = wine.frame.copy()
df["cultivar"] = df.pop("target").map({0: "barolo", 1: "grignolino", 2: "barbera"})
print(df.groupby("cultivar").size())

features = [c for c in df.columns if c != "cultivar"]
le = LabelEncoder()
y = le.fit_transform(df["cultivar"])
X = df[features].to_numpy("float32")

X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.3, random_state=1, stratify=y)
sc = StandardScaler().fit(X_tr)
X_tr, X_te = sc.transform(X_tr), sc.transform(X_te)

model = keras.models.Sequential()
model.add(keras.Input(shape=(len(features),)))
model.add(Dense(32, activation="relu"))
model.add(BatchNormalization())
model.add(Dropout(0.3))
model.add(Dense(16, activation="relu"))
model.add(Dense(len(le.classes_), activation="softmax"))

model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])

early = keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)
history = model.fit(
    X_tr, y_tr,
    validation_data=(X_te, y_te),
    epochs=60,
    batch_size=8,
    callbacks=[early],
    verbose=0,
)
print(pd.DataFrame(history.history).tail(3))

print("test:", model.evaluate(X_te, y_te, verbose=0))
probs = model.predict(X_te, verbose=0)
print(pd.crosstab(le.inverse_transform(y_te), le.inverse_transform(probs.argmax(1)), rownames=["true"], colnames=["pred"]))
