# breast cancer, plain beginner script: scale, train, pick a threshold on the validation rows, test once
import numpy as np
import tensorflow as tf
from tensorflow import keras
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import confusion_matrix, f1_score, roc_auc_score
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(3)

data = load_breast_cancer()
X = data.data.astype("float32")
y = (data.target == 0).astype("float32")      # in sklearn 0 means malignant; I want malignant = 1

X_train, X_tmp, y_train, y_tmp = train_test_split(X, y, test_size=0.4, random_state=3, stratify=y)
X_val, X_test, y_val, y_test = train_test_split(X_tmp, y_tmp, test_size=0.5, random_state=3, stratify=y_tmp)
print("train", X_train.shape, "val", X_val.shape, "test", X_test.shape)

# the normalization layer learns mean and variance from the training rows only
norm = keras.layers.Normalization()
norm.adapt(X_train)

model = keras.Sequential([
    keras.Input(shape=(X.shape[1],)),
    norm,
    keras.layers.Dense(32, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
    keras.layers.Dropout(0.3),
    keras.layers.Dense(16, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
    keras.layers.Dense(1, activation="sigmoid"),
])

# fewer malignant than benign rows -> weight them up
n_pos = y_train.sum()
n_neg = len(y_train) - n_pos
class_weight = {0: len(y_train) / (2.0 * n_neg), 1: len(y_train) / (2.0 * n_pos)}
print("class weights", class_weight)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=0.003),
    loss="binary_crossentropy",
    metrics=["accuracy", keras.metrics.AUC(name="auc")],
)

stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)
history = model.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=80, batch_size=32,
    class_weight=class_weight,
    callbacks=[stop],
    verbose=0,
)
print("epochs run:", len(history.history["loss"]))

# threshold: best F1 on validation
p_val = model.predict(X_val, verbose=0).ravel()
grid = np.linspace(0.05, 0.95, 19)
scores = [f1_score(y_val, p_val >= t) for t in grid]
threshold = grid[int(np.argmax(scores))]
print("chosen threshold", round(float(threshold), 2), "val F1", round(max(scores), 3))

# test, only once
p_test = model.predict(X_test, verbose=0).ravel()
pred = (p_test >= threshold).astype(int)
print("test F1 ", round(f1_score(y_test, pred), 3))
print("test AUC", round(roc_auc_score(y_test, p_test), 3))
print("all-malignant F1 would be", round(f1_score(y_test, np.ones_like(pred)), 3))
print(confusion_matrix(y_test.astype(int), pred))
