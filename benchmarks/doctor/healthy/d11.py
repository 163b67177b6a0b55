# Handwritten digits (8x8) with Keras: choosing the layer size and the learning rate by 4-fold cross validation,
# then training once more on all the training data and testing on the part we never touched.
import itertools

import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import StratifiedKFold, train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(2024)

digits = load_digits()
X = digits.data.astype("float32")
y = digits.target
print("data:", X.shape, "classes:", len(np.unique(y)))

X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
# one-hot targets
Y_train = keras.utils.to_categorical(y_train, 10)


def make_model(units, lr):
    model = keras.Sequential()
    model.add(keras.Input(shape=(64,)))
    model.add(layers.Dense(units, activation="selu", kernel_initializer="lecun_normal"))
    model.add(layers.AlphaDropout(0.05))
    model.add(layers.Dense(units // 2, activation="selu", kernel_initializer="lecun_normal"))
    model.add(layers.Dense(10, activation="softmax"))
    model.compile(optimizer=keras.optimizers.RMSprop(learning_rate=lr),
                  loss="categorical_crossentropy", metrics=["accuracy"])
    return model


grid = list(itertools.product([16, 64], [0.0005, 0.003]))
EPOCHS = 12
mean_scores = []
for units, lr in grid:
    folds = StratifiedKFold(n_splits=4, shuffle=True, random_state=1)
    scores = []
    for train_idx, val_idx in folds.split(X_train, y_train):
        keras.backend.clear_session()
        # the scaler must only see the training part of the fold
        scaler = StandardScaler().fit(X_train[train_idx])
        model = make_model(units, lr)
        model.fit(scaler.transform(X_train[train_idx]), Y_train[train_idx],
                  epochs=EPOCHS, batch_size=32, verbose=0)
        loss, acc = model.evaluate(scaler.transform(X_train[val_idx]), Y_train[val_idx], verbose=0)
        scores.append(acc)
    print("units", units, "lr", lr, "-> %.4f +/- %.4f" % (np.mean(scores), np.std(scores)))
    mean_scores.append(np.mean(scores))

best_units, best_lr = grid[int(np.argmax(mean_scores))]
print("best:", best_units, best_lr)

# final model on all training data
keras.backend.clear_session()
scaler = StandardScaler().fit(X_train)
final = make_model(best_units, best_lr)
final.fit(scaler.transform(X_train), Y_train, epochs=EPOCHS, batch_size=32, verbose=2)

probs = final.predict(scaler.transform(X_test), verbose=0)
pred = np.argmax(probs, axis=1)
for d in range(10):
    print(d, "%.3f" % np.mean(pred[y_test == d] == d))
print("Test accuracy: %.4f" % np.mean(pred == y_test))
