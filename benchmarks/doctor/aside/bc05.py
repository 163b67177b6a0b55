import keras
import numpy as np
import tensorflow as tf
from keras import layers
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

keras.utils.set_random_seed(3)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.loss_fn = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.accuracy = keras.metrics.SparseCategoricalAccuracy()
        self.optimizer = keras.optimizers.Adam(2e-3)

    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.model(x, training=True)
            loss = self.loss_fn(y, logits)
        variables = self.model.trainable_variables
        grads = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(grads, variables))
        return float(loss)

    def train(self, train_ds, val_ds, epochs, title):
        print(f"--- {title}: {len(self.model.trainable_variables)} trainable variables")
        for epoch in range(epochs):
            losses = [self.train_step(x, y) for x, y in train_ds]
            self.accuracy.reset_state()
            for x, y in val_ds:
                self.accuracy.update_state(y, self.model(x, training=False))
            print(f"epoch {epoch}  loss {np.mean(losses):.4f}  val acc {float(self.accuracy.result()):.4f}")


X, y = load_digits(return_X_y=True)
X = (X / 16.0).astype("float32")
x_train, x_val, y_train, y_val = train_test_split(X, y, test_size=0.2, random_state=3)

# encoder, trained first on an easier task: even or odd
encoder = keras.Sequential([
    keras.Input(shape=(64,)),
    layers.Dense(64, activation="relu"),
    layers.Dense(32, activation="relu"),
])
parity = keras.Sequential([encoder, layers.Dense(1, activation="sigmoid")])
parity.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
parity.fit(x_train, y_train % 2, epochs=5, verbose=2)

train_ds = tf.data.Dataset.from_tensor_slices((x_train, y_train)).shuffle(2000).batch(64)
val_ds = tf.data.Dataset.from_tensor_slices((x_val, y_val)).batch(64)

encoder.trainable = False
inputs = keras.Input(shape=(64,))
model = keras.Model(inputs, layers.Dense(10)(encoder(inputs)))

trainer = Trainer(model)
trainer.train(train_ds, val_ds, epochs=3, title="head only")

encoder.trainable = True
trainer.train(train_ds, val_ds, epochs=8, title="whole network")
