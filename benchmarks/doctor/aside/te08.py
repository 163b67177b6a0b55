import keras
from keras import layers
from keras.callbacks import EarlyStopping
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(21)


def get_data():
    """Customer churn, simulated: 40 columns, 8 of them useful, many wrong labels."""
    X, y = make_classification(
        n_samples=2500, n_features=40, n_informative=8, n_redundant=0,
        n_classes=2, flip_y=0.35, class_sep=1.5, random_state=4,
    )
    X_tmp, X_test, y_tmp, y_test = train_test_split(X, y, test_size=1500, random_state=0)
    X_train, X_val, y_train, y_val = train_test_split(X_tmp, y_tmp, test_size=400, random_state=0)
    scaler = StandardScaler().fit(X_train)
    return (
        (scaler.transform(X_train), y_train),
        (scaler.transform(X_val), y_val),
        (scaler.transform(X_test), y_test),
    )


def build(n_features):
    inp = keras.Input(shape=(n_features,))
    x = layers.Dense(256, activation="relu")(inp)
    x = layers.Dense(256, activation="relu")(x)
    out = layers.Dense(1, activation="sigmoid")(x)
    net = keras.Model(inp, out)
    net.compile(optimizer=keras.optimizers.Adam(1e-3), loss="binary_crossentropy", metrics=["accuracy"])
    return net


(X_train, y_train), (X_val, y_val), (X_test, y_test) = get_data()
net = build(X_train.shape[1])

stopper = EarlyStopping(monitor="val_acc", mode="max", patience=8, restore_best_weights=True)

hist = net.fit(
    X_train, y_train,
    validation_data=(X_val, y_val),
    epochs=40,
    batch_size=32,
    callbacks=[stopper],
    verbose=0,
)

h = hist.history
print("epochs run:", len(h["loss"]))
for e in range(0, len(h["loss"]), 5):
    print(f"  epoch {e + 1:3d}  loss {h['loss'][e]:.3f}  val_loss {h['val_loss'][e]:.3f}  val_accuracy {h['val_accuracy'][e]:.3f}")
loss, acc = net.evaluate(X_test, y_test, verbose=0)
print(f"test loss {loss:.3f}   test accuracy {acc:.3f}")
