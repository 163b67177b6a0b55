import keras
from sklearn.datasets import make_classification
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(21)

# churn-like table: 12 % of the customers leave
X, y = make_classification(
    n_samples=6000, n_features=30, n_informative=12, n_redundant=4,
    n_clusters_per_class=4, weights=[0.88], class_sep=1.0, flip_y=0.01, random_state=21,
)
X_tr, X_te, y_tr, y_te = train_test_split(X, y, test_size=0.2, stratify=y, random_state=1)
X_tr, X_va, y_tr, y_va = train_test_split(X_tr, y_tr, test_size=0.2, stratify=y_tr, random_state=2)

sc = StandardScaler().fit(X_tr)
X_tr, X_va, X_te = map(sc.transform, (X_tr, X_va, X_te))

n_pos = y_tr.sum()
weights = {0: len(y_tr) / (2 * (len(y_tr) - n_pos)), 1: len(y_tr) / (2 * n_pos)}

net = keras.Sequential(
    [
        keras.Input(shape=(X_tr.shape[1],)),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dropout(0.2),
        keras.layers.Dense(32, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ]
)
net.compile(
    optimizer=keras.optimizers.Adam(learning_rate=5e-4),
    loss=keras.losses.BinaryCrossentropy(),
    metrics=[keras.metrics.AUC(name="auc")],
)

early = keras.callbacks.EarlyStopping(
    monitor="val_auc",
    mode="min",
    patience=6,
    restore_best_weights=True,
    verbose=1,
)
history = net.fit(
    X_tr, y_tr,
    validation_data=(X_va, y_va),
    epochs=30,
    batch_size=64,
    class_weight=weights,
    callbacks=[early],
    verbose=2,
)

print("epochs run:", len(history.history["loss"]))
result = net.evaluate(X_te, y_te, verbose=0, return_dict=True)
print("test AUC: %.3f   test loss: %.3f" % (result["auc"], result["loss"]))
