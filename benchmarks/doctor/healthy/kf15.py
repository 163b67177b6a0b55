# My science fair project: can a computer tell which farmer made a wine?
# The data are 178 wines with 13 chemical measurements (it comes with scikit-learn).

import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler
import keras

# same result every time, so that the judges can check it
keras.utils.set_random_seed(16)

wine = load_wine()
X = wine.data.astype("float32")
y = wine.target
print("wines:", len(X), " measurements:", len(wine.feature_names), " farmers:", len(wine.target_names))

# 1. Put 45 wines in a drawer. I only look at them at the very end.
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=45, stratify=y, random_state=1)

# 2. From the others, 33 are for deciding when to stop.
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=33, stratify=y_rest, random_state=2)
print("train", len(X_train), " validation", len(X_val), " test", len(X_test))

# 3. Some measurements are around 0.3 and others around 1000, so make them all similar.
#    (my teacher said: learn the scaling from the training wines only!)
scaler = StandardScaler()
X_train = scaler.fit_transform(X_train)
X_val = scaler.transform(X_val)
X_test = scaler.transform(X_test)

# 4. The network
model = keras.Sequential()
model.add(keras.Input(shape=(13,)))
model.add(keras.layers.Dense(16, activation="relu"))
model.add(keras.layers.Dropout(0.2))
model.add(keras.layers.Dense(3, activation="softmax"))
model.summary()

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=0.01),
    loss="sparse_categorical_crossentropy",   # because the farmers are written as 0, 1, 2
    metrics=["accuracy"],
)

# 5. Train. It stops when the validation loss has not got better for 10 epochs and goes back to the best one.
stop = keras.callbacks.EarlyStopping(monitor="val_loss", patience=10, restore_best_weights=True)
history = model.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=60,
    batch_size=16,
    callbacks=[stop],
    verbose=0,
)
best = min(history.history["val_loss"])
print("epochs:", len(history.history["loss"]), " best validation loss:", round(best, 4))

# 6. Open the drawer!
loss, accuracy = model.evaluate(X_test, y_test, verbose=0)
print("test accuracy: %.1f %%" % (100 * accuracy))

# What if I always said the farmer with the most wines?
farmers = list(y_train)
favourite = max(set(farmers), key=farmers.count)
lazy = sum(1 for farmer in y_test if farmer == favourite) / len(y_test)
print("always farmer %d:  %.1f %%" % (favourite, 100 * lazy))

# Which ones were wrong?
answers = model.predict(X_test, verbose=0).argmax(axis=1)
for i in range(len(y_test)):
    if answers[i] != y_test[i]:
        print("wine", i, "is from farmer", y_test[i], "but the computer said", answers[i])
