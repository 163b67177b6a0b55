import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
from tensorflow import keras
from tensorflow.keras import layers
from tensorflow.keras.callbacks import EarlyStopping

keras.utils.set_random_seed(10)

bunch = load_breast_cancer(as_frame=True)
X, y = bunch.data, bunch.target  # 0 = malignant, 1 = benign

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.2, stratify=y, random_state=10)
X_train, X_val, y_train, y_val = train_test_split(X_train, y_train, test_size=0.2, stratify=y_train, random_state=10)

sc = StandardScaler()
X_train = sc.fit_transform(X_train)
X_val = sc.transform(X_val)
X_test = sc.transform(X_test)

# build the ANN
classifier = keras.Sequential(
    [
        keras.Input(shape=(X_train.shape[1],)),
        layers.Dense(16, activation="relu"),
        layers.Dropout(0.2),
        layers.Dense(8, activation="relu"),
        layers.Dense(1, activation="sigmoid"),
    ]
)
classifier.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])

history = classifier.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    batch_size=16,
    epochs=40,
    callbacks=[EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True)],
    verbose=0,
)
print(pd.DataFrame(history.history).iloc[::5].round(4))

y_pred = (classifier.predict(X_test, verbose=0) > 0.5).astype(int).ravel()
print(confusion_matrix(y_test, y_pred))
print("test accuracy:", np.mean(y_pred == y_test.values).round(4))
