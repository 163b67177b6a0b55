"""Three very unequal classes. A callback keeps the weights of the epoch with the best macro F1
on the validation rows (Keras' accuracy would look fine for a network that ignores class 2)."""
import numpy as np
import keras
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


def macro_f1(y_true, y_pred, n_classes):
    scores = []
    for c in range(n_classes):
        tp = np.sum((y_pred == c) & (y_true == c))
        fp = np.sum((y_pred == c) & (y_true != c))
        fn = np.sum((y_pred != c) & (y_true == c))
        scores.append(2 * tp / (2 * tp + fp + fn) if tp else 0.0)
    return float(np.mean(scores))


class BestMacroF1(keras.callbacks.Callback):
    def __init__(self, x, y, n_classes, patience):
        super().__init__()
        self.x, self.y, self.n_classes, self.patience = x, y, n_classes, patience

    def on_train_begin(self, logs=None):
        self.best, self.best_epoch, self.weights = -1.0, None, None

    def on_epoch_end(self, epoch, logs=None):
        pred = self.model.predict(self.x, batch_size=512, verbose=0).argmax(-1)
        score = macro_f1(self.y, pred, self.n_classes)
        if score > self.best:
            self.best, self.best_epoch = score, epoch
            self.weights = self.model.get_weights()
        elif epoch - self.best_epoch >= self.patience:
            self.model.stop_training = True

    def on_train_end(self, logs=None):
        self.model.set_weights(self.weights)
        print(f"weights of epoch {self.best_epoch + 1}, validation macro F1 {self.best:.3f}")


keras.utils.set_random_seed(77)
X, y = make_classification(
    n_samples=5000, n_features=20, n_informative=8, n_redundant=4, n_classes=3,
    n_clusters_per_class=1, weights=[0.8, 0.15, 0.05], class_sep=1.3, flip_y=0.01, random_state=77)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=0)

scaler = StandardScaler().fit(X_train)
X_train, X_val, X_test = (scaler.transform(a).astype("float32") for a in (X_train, X_val, X_test))

# inverse frequency, softened by the root
counts = np.bincount(y_train)
class_weight = {c: float(np.sqrt(counts.max() / n)) for c, n in enumerate(counts)}
print("rows", counts, "weights", class_weight)

model = keras.Sequential([
    keras.Input((20,)),
    keras.layers.Dense(64, kernel_initializer="he_normal", use_bias=False),
    keras.layers.BatchNormalization(),
    keras.layers.Activation("relu"),
    keras.layers.Dropout(0.3),
    keras.layers.Dense(32, kernel_initializer="he_normal", activation="relu"),
    keras.layers.Dense(3, activation="softmax"),
])
model.compile(
    optimizer=keras.optimizers.SGD(learning_rate=0.05, momentum=0.9, nesterov=True),
    loss="sparse_categorical_crossentropy",
)
model.fit(X_train, y_train, batch_size=64, epochs=40, class_weight=class_weight, verbose=2,
          callbacks=[BestMacroF1(X_val, y_val, 3, patience=8)])

pred = model.predict(X_test, verbose=0).argmax(-1)
print(f"test macro F1 {macro_f1(y_test, pred, 3):.3f}, "
      f"always class 0: {macro_f1(y_test, np.zeros_like(y_test), 3):.3f}")
for c in range(3):
    print(f"  class {c}: recall {np.mean(pred[y_test == c] == c):.3f} of {np.sum(y_test == c)} rows")
