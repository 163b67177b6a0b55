"""Tag support mails: a mail can be about billing, delivery, quality, account, about several or about none."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import keras
import numpy as np
from sklearn.metrics import precision_recall_fscore_support

TAGS = ["billing", "delivery", "quality", "account"]
VOCAB = 80


def make_mails(n, rng):
    """Bag-of-words rows; every tag has its own words, and a mail may carry any set of tags."""
    tags = (rng.random((n, len(TAGS))) < 0.4).astype("float32")
    rates = np.full((n, VOCAB), 0.15)
    for j in range(len(TAGS)):
        rates[:, j * 12:(j + 1) * 12] += 0.5 * tags[:, [j]]
    counts = rng.poisson(rates)
    return np.log1p(counts).astype("float32"), tags


class MailTagger:
    def __init__(self, hidden=64):
        self.net = keras.Sequential([
            keras.layers.Input((VOCAB,)),
            keras.layers.Dense(hidden, activation="relu"),
            keras.layers.Dropout(0.2),
            keras.layers.Dense(len(TAGS), activation="softmax"),
        ])
        self.net.compile(
            optimizer=keras.optimizers.Adam(2e-3),
            loss="categorical_crossentropy",
            metrics=["binary_accuracy"],
        )

    def fit(self, x, y, x_val, y_val, epochs=25):
        return self.net.fit(x, y, validation_data=(x_val, y_val), epochs=epochs, batch_size=64, verbose=2)

    def tag(self, x, threshold=0.5):
        return (self.net.predict(x, verbose=0) > threshold).astype("float32")


def main():
    keras.utils.set_random_seed(31)
    rng = np.random.default_rng(31)
    x_train, y_train = make_mails(2400, rng)
    x_val, y_val = make_mails(400, rng)
    x_test, y_test = make_mails(600, rng)
    print("tags per mail:", np.bincount(y_train.sum(axis=1).astype(int)))

    tagger = MailTagger()
    tagger.fit(x_train, y_train, x_val, y_val)

    found = tagger.tag(x_test)
    p, r, f, n = precision_recall_fscore_support(y_test, found, zero_division=0)
    for row in zip(TAGS, p, r, f, n):
        print("%-10s precision %.3f  recall %.3f  f1 %.3f  (%d mails)" % row)
    print("all tags of the mail right: %.3f" % (found == y_test).all(axis=1).mean())


if __name__ == "__main__":
    main()
