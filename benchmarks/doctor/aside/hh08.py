import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score, confusion_matrix, f1_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

SEED = 2
tf.keras.utils.set_random_seed(SEED)

# --- data -----------------------------------------------------------------
X, y = load_breast_cancer(return_X_y=True)
X_tmp, X_test, y_tmp, y_test = train_test_split(
    X, y, test_size=0.2, stratify=y, random_state=SEED)
X_train, X_val, y_train, y_val = train_test_split(
    X_tmp, y_tmp, test_size=0.2, stratify=y_tmp, random_state=SEED)

sc = StandardScaler()
X_train = sc.fit_transform(X_train)
X_val = sc.transform(X_val)
X_test = sc.transform(X_test)

# --- model ----------------------------------------------------------------
model = tf.keras.Sequential([
    tf.keras.Input((X_train.shape[1],)),
    tf.keras.layers.Dense(32, activation="relu"),
    tf.keras.layers.Dropout(0.3),
    tf.keras.layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=tf.keras.optimizers.Adam(2e-3),
              loss="binary_crossentropy",
              metrics=["accuracy"])

stop = tf.keras.callbacks.EarlyStopping(
    monitor="val_loss", patience=5, restore_best_weights=True)
model.fit(X_train, y_train,
          validation_data=(X_val, y_val),
          epochs=40, batch_size=32, callbacks=[stop], verbose=2)

# --- report ---------------------------------------------------------------
scores = model.predict(X_test, verbose=0)
predicted = np.argmax(scores, axis=1)

print("accuracy", round(accuracy_score(y_test, predicted), 3))
print("f1      ", round(f1_score(y_test, predicted), 3))
print(confusion_matrix(y_test, predicted))
