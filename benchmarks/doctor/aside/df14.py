"""Move a digit network to a new set of classes: head first, then everything with a low rate."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import numpy as np
import keras
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

OUT = "out/df14"
keras.utils.set_random_seed(14)


class Backbone(keras.Model):
    def __init__(self, width=64, **kwargs):
        super().__init__(**kwargs)
        self.blocks = []
        for _ in range(2):
            self.blocks += [
                layers.Dense(width, use_bias=False),
                layers.BatchNormalization(momentum=0.9),
                layers.ReLU(),
            ]

    def call(self, x, training=False):
        for block in self.blocks:
            if isinstance(block, layers.BatchNormalization):
                x = block(x, training=training)
            else:
                x = block(x)
        return x


class Classifier(keras.Model):
    def __init__(self, backbone, n_classes, dropout=0.1, **kwargs):
        super().__init__(**kwargs)
        self.backbone = backbone
        self.dropout = layers.Dropout(dropout)
        self.head = layers.Dense(n_classes, activation="softmax")

    def call(self, x, training=False):
        h = self.backbone(x, training=True)
        h = self.dropout(h, training=training)
        return self.head(h)


def compile_and_fit(model, train, val, lr, epochs):
    model.compile(
        optimizer=keras.optimizers.Adam(lr),
        loss="sparse_categorical_crossentropy",
        metrics=["accuracy"],
    )
    return model.fit(
        *train, validation_data=val, epochs=epochs, batch_size=32, verbose=2
    )


def split(x, y):
    x_tr, x_va, y_tr, y_va = train_test_split(x, y, test_size=0.25, stratify=y, random_state=14)
    return (x_tr, y_tr), (x_va, y_va)


def main():
    os.makedirs(OUT, exist_ok=True)
    x, y = load_digits(return_X_y=True)
    x = (x / 16.0).astype("float32")

    backbone = Backbone()
    old_train, old_val = split(x[y < 5], y[y < 5])
    print("== digits 0-4")
    compile_and_fit(Classifier(backbone, 5), old_train, old_val, lr=3e-3, epochs=8)

    new_train, new_val = split(x[y >= 5], y[y >= 5] - 5)
    model = Classifier(backbone, 5)

    print("== digits 5-9, head only")
    backbone.trainable = False
    compile_and_fit(model, new_train, new_val, lr=3e-3, epochs=5)

    print("== digits 5-9, all layers")
    backbone.trainable = True
    compile_and_fit(model, new_train, new_val, lr=3e-4, epochs=8)

    x_val, y_val = new_val
    print("validation:", model.evaluate(x_val, y_val, batch_size=32, verbose=0, return_dict=True))

    # the service gets its images one after the other
    single = model.predict(x_val, batch_size=1, verbose=0).argmax(1)
    print("one by one:", (single == y_val).mean().round(3), "predicted:", np.bincount(single, minlength=5))
    model.save_weights(f"{OUT}/model.weights.h5")


if __name__ == "__main__":
    main()
