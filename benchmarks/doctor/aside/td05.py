import keras
import numpy as np
from keras import layers
from sklearn.datasets import make_multilabel_classification
from sklearn.metrics import f1_score, recall_score
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

keras.utils.set_random_seed(7)

TAGS = ["sport", "politics", "music", "travel", "food", "science"]
X, Y = make_multilabel_classification(
    n_samples=4000, n_features=40, n_classes=len(TAGS), n_labels=3,
    length=120, allow_unlabeled=False, random_state=7,
)
Y = Y.astype("float32")
X_train, X_test, Y_train, Y_test = train_test_split(X, Y, test_size=0.2, random_state=7)
scaler = StandardScaler().fit(X_train)
X_train, X_test = scaler.transform(X_train), scaler.transform(X_test)
print("labels per article:", Y_train.sum(axis=1).mean())

inp = keras.Input(shape=(X.shape[1],), name="counts")
h = layers.Dense(64, activation="relu")(inp)
h = layers.Dropout(0.2)(h)
h = layers.Dense(64, activation="relu")(h)
out = layers.Dense(len(TAGS), activation="softmax", name="tags")(h)
model = keras.Model(inp, out)

model.compile(
    optimizer=keras.optimizers.Adam(1e-3),
    loss="binary_crossentropy",
    metrics=[keras.metrics.BinaryAccuracy(name="bin_acc"), keras.metrics.AUC(multi_label=True, name="auc")],
)
model.fit(X_train, Y_train, validation_split=0.1, epochs=20, batch_size=64, verbose=2)

prob = model.predict(X_test, verbose=0)
pred = (prob > 0.5).astype(int)
print("tags predicted per article:", pred.sum(axis=1).mean(), " true:", Y_test.sum(axis=1).mean())
print("recall per tag:", dict(zip(TAGS, recall_score(Y_test, pred, average=None).round(2).tolist())))
print("micro F1:", round(f1_score(Y_test, pred, average="micro"), 3))
print("exact match:", np.mean((pred == Y_test).all(axis=1)).round(3))
