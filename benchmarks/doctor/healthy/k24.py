# Distil a wide teacher into a tiny student (8x8 digits), then calibrate the student with one temperature.
# teacher: model.fit with label smoothing; student: train_on_batch / test_on_batch loop.
import os
os.environ["KERAS_BACKEND"] = "tensorflow"
import numpy as np
import tensorflow as tf
import keras
from scipy.optimize import minimize_scalar
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "outputs/k24"
os.makedirs(OUT, exist_ok=True)
keras.utils.set_random_seed(2)
X, y = load_digits(return_X_y=True)
X = X.astype("float32") / 16
# 50 % train, 15 % for validation, 15 % for the temperature, 20 % test
X_tr, X_r, y_tr, y_r = train_test_split(X, y, test_size=0.5, stratify=y, random_state=0)
X_va, X_r, y_va, y_r = train_test_split(X_r, y_r, test_size=0.7, stratify=y_r, random_state=0)
X_cal, X_te, y_cal, y_te = train_test_split(X_r, y_r, test_size=0.57, stratify=y_r, random_state=0)
onehot = lambda v: keras.utils.to_categorical(v, 10)


# ------------------------------------------------------------ teacher
teacher = keras.Sequential([
    keras.Input((64,)), keras.layers.GaussianNoise(0.1),
    keras.layers.Dense(256, activation="relu"), keras.layers.Dropout(0.3),
    keras.layers.Dense(256, activation="relu"), keras.layers.Dropout(0.3),
    keras.layers.Dense(10),
])
teacher.compile("adam", keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.05), metrics=["accuracy"])
teacher.fit(X_tr, onehot(y_tr), validation_data=(X_va, onehot(y_va)), epochs=20, batch_size=32, verbose=0,
            callbacks=[keras.callbacks.EarlyStopping("val_accuracy", mode="max", patience=6, restore_best_weights=True)])
teacher.trainable = False
print("teacher validation accuracy %.3f" % (teacher.predict(X_va, verbose=0).argmax(1) == y_va).mean())
teacher_logits = teacher.predict(X_tr, verbose=0)            # dropout and noise are off in predict

# ------------------------------------------------------------ student
T, ALPHA = 3.0, 0.7


def distil(y_true, y_pred):
    """y_true holds the one-hot label in columns 0..9 and the teacher's logits in 10..19."""
    hard, soft = y_true[:, :10], y_true[:, 10:]
    ce = tf.nn.softmax_cross_entropy_with_logits(labels=hard, logits=y_pred)
    p = tf.nn.softmax(soft / T)
    kl = tf.reduce_sum(p * (tf.nn.log_softmax(soft / T) - tf.nn.log_softmax(y_pred / T)), axis=-1)
    return (1 - ALPHA) * ce + ALPHA * T * T * kl


def right(y_true, y_pred):
    return tf.cast(tf.argmax(y_true[:, :10], -1) == tf.argmax(y_pred, -1), tf.float32)


student = keras.Sequential([keras.Input((64,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(10)])
student.compile(keras.optimizers.SGD(0.05, momentum=0.9, nesterov=True), loss=distil, metrics=[right])

packed = np.concatenate([onehot(y_tr), teacher_logits], 1).astype("float32")
packed_va = np.concatenate([onehot(y_va), teacher.predict(X_va, verbose=0)], 1).astype("float32")
rng = np.random.default_rng(0)
for epoch in range(20):
    order = rng.permutation(len(X_tr))
    student.reset_metrics()
    for i in range(0, len(order), 32):
        logs = student.train_on_batch(X_tr[order[i:i + 32]], packed[order[i:i + 32]], return_dict=True)
    student.reset_metrics()
    val = student.test_on_batch(X_va, packed_va, return_dict=True)
    if epoch % 4 == 3:
        print(f"epoch {epoch + 1}: train loss {logs['loss']:.4f}  val loss {val['loss']:.4f}  val accuracy {val['right']:.3f}")

# ------------------------------------------------------------ temperature
def nll(logits, labels, temp):
    z = logits / temp
    z = z - z.max(1, keepdims=True)
    return float(-(z - np.log(np.exp(z).sum(1, keepdims=True)))[np.arange(len(labels)), labels].mean())

z_cal, z_te = student.predict(X_cal, verbose=0).astype("float64"), student.predict(X_te, verbose=0).astype("float64")
temp = minimize_scalar(lambda t: nll(z_cal, y_cal, t), bounds=(0.2, 5), method="bounded").x
print(f"temperature {temp:.2f}: test NLL {nll(z_te, y_te, 1.0):.4f} -> {nll(z_te, y_te, temp):.4f}")

# ------------------------------------------------------------ export with the temperature inside, and use it
inp = keras.Input((64,))
served = keras.Model(inp, keras.layers.Softmax()(keras.layers.Rescaling(1.0 / temp)(student(inp))))
served.export(f"{OUT}/saved_model", verbose=False)
restored = tf.saved_model.load(f"{OUT}/saved_model")
probs = restored.serve(tf.constant(X_te)).numpy()
print("test accuracy of the exported student %.3f (chance 0.1, teacher %.3f)" % (
    (probs.argmax(1) == y_te).mean(), (teacher.predict(X_te, verbose=0).argmax(1) == y_te).mean()))
