import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
os.environ.setdefault("KERAS_BACKEND", "tensorflow")
import keras
import numpy as np
from sklearn.datasets import load_wine
from sklearn.model_selection import StratifiedKFold

# five-fold cross-validation; each fold has its own network, its own optimizer and its own scaling
X, y = load_wine(return_X_y=True)
X = X.astype("float32")


def fresh_model(train_x):
    scale = keras.layers.Normalization()
    scale.adapt(train_x)                       # mean and variance of this fold's training rows
    model = keras.Sequential([
        keras.Input((X.shape[1],)),
        scale,
        keras.layers.Dense(24, activation="relu", kernel_regularizer=keras.regularizers.L2(1e-3)),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(3),                 # logits
    ])
    model.compile(optimizer=keras.optimizers.Adam(5e-3),
                  loss=keras.losses.SparseCategoricalCrossentropy(from_logits=True),
                  metrics=[keras.metrics.SparseCategoricalAccuracy(name="acc")])
    return model


scores = []
folds = StratifiedKFold(n_splits=5, shuffle=True, random_state=20)
for k, (inside, outside) in enumerate(folds.split(X, y)):
    keras.utils.clear_session()
    keras.utils.set_random_seed(100 + k)
    model = fresh_model(X[inside])
    # a fixed number of epochs: the fold's outside rows are used once, after the training
    model.fit(X[inside], y[inside], batch_size=16, epochs=30, verbose=0)
    result = model.evaluate(X[outside], y[outside], verbose=0, return_dict=True)
    scores.append(result["acc"])
    print(f"fold {k}: loss {result['loss']:.3f} accuracy {result['acc']:.3f}")

print(f"mean {np.mean(scores):.3f} +- {np.std(scores):.3f}")
