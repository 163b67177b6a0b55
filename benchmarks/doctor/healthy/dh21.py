"""Several labels at once: sigmoid for each, binary cross-entropy, no softmax."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
import keras
from keras import layers
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(5)
X, Y = make_multilabel_classification(n_samples=3000, n_features=40, n_classes=6, n_labels=2, length=80,
                                      allow_unlabeled=True, random_state=5)
X = X.astype("float32")
Y = Y.astype("float32")
X_rest, X_test, Y_rest, Y_test = train_test_split(X, Y, test_size=500, random_state=5)
X_train, X_val, Y_train, Y_val = train_test_split(X_rest, Y_rest, test_size=400, random_state=5)

norm = layers.Normalization()
norm.adapt(X_train)
inp = keras.Input((40,))
h = layers.Dense(64, activation="gelu")(norm(inp))
h = layers.Dropout(0.3)(h)
out = layers.Dense(6, activation="sigmoid", name="each_on_its_own")(h)
model = keras.Model(inp, out)
model.compile(
    optimizer=keras.optimizers.AdamW(learning_rate=2e-3, weight_decay=1e-3),
    loss=keras.losses.BinaryCrossentropy(),            # the layer above has the sigmoid already
    metrics=[keras.metrics.BinaryAccuracy(name="bits"),
             keras.metrics.AUC(multi_label=True, num_labels=6, name="auc")],
)
stop = keras.callbacks.EarlyStopping(monitor="val_auc", mode="max", patience=6, restore_best_weights=True)
history = model.fit(X_train, Y_train, validation_data=(X_val, Y_val), epochs=40, batch_size=64,
                    callbacks=[stop], verbose=0)
print("epochs:", len(history.history["loss"]), " best validation auc:", round(max(history.history["val_auc"]), 4))

# the rows of p need not add up to one
p = model.predict(X_test, verbose=0)
loss, bits, auc = model.evaluate(X_test, Y_test, verbose=0)
print(f"test: loss {loss:.3f}  single decisions {bits:.3f}  auc {auc:.3f}")
print(f"test: micro F1 {f1_score(Y_test, p > 0.5, average='micro'):.3f}   "
      f"everything yes would be {f1_score(Y_test, p > -1, average='micro'):.3f}")
