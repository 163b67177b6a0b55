import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(0)

iris = load_iris()
X = StandardScaler().fit_transform(iris.data)
y = keras.utils.to_categorical(iris.target, 3)
order = np.random.permutation(len(X))
X, y = X[order], y[order]
print(X.shape, y.shape, iris.target_names)

model = keras.Sequential(
    [
        keras.Input(shape=(4,)),
        layers.Dense(16, activation="relu"),
        layers.Dense(16, activation="relu"),
        layers.Dense(3, activation="softmax"),
    ]
)
model.compile(
    loss="categorical_crossentropy",
    optimizer=keras.optimizers.Adam(learning_rate=0.01),
    metrics=["accuracy"],
)
model.summary()

history = model.fit(
    X,
    y,
    epochs=30,
    batch_size=16,
    validation_split=0.33,
    shuffle=True,
    verbose=0,
)

h = history.history
for e in range(0, 30, 5):
    print(
        f"epoch {e + 1:3d}  loss {h['loss'][e]:.3f}  acc {h['accuracy'][e]:.3f}"
        f"  val_loss {h['val_loss'][e]:.3f}  val_acc {h['val_accuracy'][e]:.3f}"
    )
print("last val_accuracy:", h["val_accuracy"][-1])
print("best val_accuracy:", max(h["val_accuracy"]))
