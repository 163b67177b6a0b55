# Movie review sentiment with Keras, my first NLP project
import os
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

SEED = 13
MAX_TOKENS = 200
SEQ_LEN = 20
tf.keras.utils.set_random_seed(SEED)
rng = np.random.default_rng(SEED)

GOOD = "great superb lovely moving brilliant funny clever charming warm fresh bold elegant gripping tender witty".split()
BAD = "awful boring dull silly weak noisy clumsy cold stale flat lazy ugly tedious shallow bland".split()
NEUTRAL = ("the a film movie plot actor scene music camera story ending director role script and with in of was is "
           "this it by for very quite some many long short").split()


def write_review(label):
    words = list(rng.choice(NEUTRAL, size=rng.integers(6, 12)))
    own, other = (GOOD, BAD) if label == 1 else (BAD, GOOD)
    words += list(rng.choice(own, size=3))
    if rng.random() < 0.3:
        words.append(rng.choice(other))
    rng.shuffle(words)
    return " ".join(words)


def load_reviews(n):
    labels = rng.integers(0, 2, size=n)
    return [write_review(l) for l in labels], labels.astype("float32")


def encode(texts):
    """texts -> padded integer ids"""
    vectorizer = layers.TextVectorization(
        max_tokens=MAX_TOKENS, output_mode="int", output_sequence_length=SEQ_LEN)
    vectorizer.adapt(tf.data.Dataset.from_tensor_slices(texts).batch(128))
    return vectorizer(tf.constant(texts)).numpy()


train_texts, train_labels = load_reviews(1600)
test_texts, test_labels = load_reviews(500)
print(train_labels[0], train_texts[0])

n_val = 300
all_ids = encode(train_texts)
x_val, y_val = all_ids[:n_val], train_labels[:n_val]
x_train, y_train = all_ids[n_val:], train_labels[n_val:]

model = tf.keras.Sequential([
    tf.keras.Input(shape=(SEQ_LEN,), dtype="int64"),
    layers.Embedding(MAX_TOKENS, 16, mask_zero=True),
    layers.GlobalAveragePooling1D(),
    layers.Dense(16, activation="relu"),
    layers.Dropout(0.2),
    layers.Dense(1, activation="sigmoid"),
])
model.compile(optimizer=tf.keras.optimizers.Adam(5e-3), loss="binary_crossentropy", metrics=["accuracy"])
model.summary()

model.fit(
    x_train, y_train,
    validation_data=(x_val, y_val),
    epochs=12,
    batch_size=32,
    verbose=2,
    callbacks=[tf.keras.callbacks.EarlyStopping(
        monitor="val_loss", patience=2, restore_best_weights=True)],
)

x_test = encode(test_texts)
loss, acc = model.evaluate(x_test, test_labels, verbose=0)
print(f"test loss {loss:.3f}  test accuracy {acc:.3f}")

os.makedirs("out/gg07", exist_ok=True)
scores = model.predict(x_test, verbose=0).ravel()
with open("out/gg07/predictions.csv", "w") as f:
    f.write("id,sentiment\n")
    for i, s in enumerate(scores):
        f.write(f"{i},{int(s > 0.5)}\n")
