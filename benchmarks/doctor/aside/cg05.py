# Iris with Keras
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(7)
os.makedirs("out/cg05", exist_ok=True)

iris = load_iris()
X_train, X_test, y_train, y_test = train_test_split(
    iris.data, iris.target, test_size=0.2, random_state=7, stratify=iris.target
)
X_train, X_val, y_train, y_val = train_test_split(
    X_train, y_train, test_size=0.2, random_state=7, stratify=y_train
)

sc = StandardScaler()
X_train = sc.fit_transform(X_train)
X_val = sc.transform(X_val)
X_test = sc.transform(X_test)

print("train", X_train.shape, "val", X_val.shape, "test", X_test.shape)
print("classes", np.unique(y_train))

model = keras.Sequential(
    [
        layers.Input(shape=(4,)),
        layers.Dense(16, activation="relu"),
        layers.Dense(16, activation="relu"),
        layers.Dense(3, activation="softmax"),
    ]
)
model.summary()

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=0.01),
    loss="categorical_crossentropy",
    metrics=["accuracy"],
)

history = model.fit(
    X_train,
    y_train,
    validation_data=(X_val, y_val),
    epochs=40,
    batch_size=16,
    verbose=2,
    callbacks=[
        keras.callbacks.EarlyStopping(
            monitor="val_loss", patience=8, restore_best_weights=True
        )
    ],
)

loss, acc = model.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.3f}, test accuracy {acc:.3f}")

probs = model.predict(X_test[:5], verbose=0)
for p, t in zip(probs, y_test[:5]):
    print(iris.target_names[p.argmax()], "| true:", iris.target_names[t])

model.save("out/cg05/iris.keras")
