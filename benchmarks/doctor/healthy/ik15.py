"""A denoising autoencoder gives the features, then a classifier on them in two stages (Keras 3)."""
import keras
import numpy as np
from keras import layers
from sklearn.datasets import load_digits


def numbered(names):
    """Class names -> numbers, in alphabetical order."""
    table = {name: i for i, name in enumerate(sorted(set(names)))}
    return table, np.array([table[n] for n in names], dtype="int32")


def make_encoder():
    return keras.Sequential([
        keras.Input((64,)),
        layers.Dense(128), layers.BatchNormalization(), layers.ReLU(),
        layers.Dense(64, activation="relu"),
    ], name="encoder")


def schedule(peak, epochs, rows, batch):
    return keras.optimizers.schedules.CosineDecay(peak, decay_steps=epochs * -(-rows // batch))


def accuracy(model, x, y):
    probability = model.predict(x, verbose=0)
    return float(np.mean(np.argmax(probability, axis=1) == y))


def main():
    keras.utils.set_random_seed(6)
    digits = load_digits()
    x = (digits.data / 16.0).astype("float32")
    words = "zero one two three four five six seven eight nine".split()
    table, y = numbered([words[t] for t in digits.target])

    order = np.random.default_rng(6).permutation(len(x))
    pool, labelled = order[:1000], order[:200]          # labels are used for 200 of the pool only
    val, test = order[1000:1350], order[1350:]

    # 1: features without labels
    encoder = make_encoder()
    noisy = keras.Input((64,))
    h = layers.GaussianNoise(0.2)(noisy)
    code = encoder(h)
    restored = layers.Dense(64, activation="sigmoid")(layers.Dense(128, activation="relu")(code))
    autoencoder = keras.Model(noisy, restored)
    autoencoder.compile(optimizer=keras.optimizers.Adam(schedule(2e-3, 30, len(pool), 50)), loss="mse")
    log = autoencoder.fit(x[pool], x[pool], validation_data=(x[val], x[val]),
                          epochs=30, batch_size=50, verbose=0)
    print(f"reconstruction: first epoch {log.history['val_loss'][0]:.4f}, last {log.history['val_loss'][-1]:.4f}")

    # 2: only the new head; the encoder stays as it is, batch norm included
    encoder.trainable = False
    inputs = keras.Input((64,))
    features = encoder(inputs, training=False)
    outputs = layers.Dense(len(table), activation="softmax", name="head")(features)
    classifier = keras.Model(inputs, outputs)
    classifier.compile(optimizer=keras.optimizers.Adam(schedule(1e-2, 30, len(labelled), 20)),
                       loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    print("trainable in stage one:", [w.path for w in classifier.trainable_weights])
    classifier.fit(x[labelled], y[labelled], validation_data=(x[val], y[val]),
                   epochs=30, batch_size=20, verbose=0)
    print(f"stage one: val {accuracy(classifier, x[val], y[val]):.4f}")

    # 3: everything, slowly; compile again so that the change counts
    encoder.trainable = True
    classifier.compile(optimizer=keras.optimizers.Adam(schedule(5e-4, 20, len(labelled), 20)),
                       loss="sparse_categorical_crossentropy", metrics=["accuracy"])
    print("trainable in stage two:", len(classifier.trainable_weights), "tensors")
    classifier.fit(x[labelled], y[labelled], validation_data=(x[val], y[val]),
                   epochs=20, batch_size=20, verbose=0)
    print(f"stage two: val {accuracy(classifier, x[val], y[val]):.4f}  "
          f"test {accuracy(classifier, x[test], y[test]):.4f}")


if __name__ == "__main__":
    main()
