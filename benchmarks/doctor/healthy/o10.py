"""A variational information bottleneck as a layer: it samples while training, passes the mean otherwise."""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"

import tensorflow as tf
import keras
from keras import ops
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import balanced_accuracy_score, log_loss
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler

OUTPUT = os.path.join("outputs", "o10")
os.makedirs(OUTPUT, exist_ok=True)
keras.utils.set_random_seed(1234)


@keras.saving.register_keras_serializable(package="o10")
class Bottleneck(keras.layers.Layer):
    """x -> z ~ N(mu(x), sigma(x)^2), with beta * KL(z || N(0, 1)) added to the model's loss."""

    def __init__(self, units, beta=1e-3, **kwargs):
        super().__init__(**kwargs)
        self.units, self.beta = units, beta
        self.to_mean = keras.layers.Dense(units, name="mean")
        self.to_log_var = keras.layers.Dense(units, kernel_initializer="zeros",
                                             bias_initializer=keras.initializers.Constant(-3.0), name="log_var")
        self.noise = keras.random.SeedGenerator(1234)

    def build(self, input_shape):
        self.to_mean.build(input_shape)
        self.to_log_var.build(input_shape)
        self.built = True

    def call(self, inputs, training=None):
        mean = self.to_mean(inputs)
        log_var = ops.clip(self.to_log_var(inputs), -8.0, 4.0)
        kl = 0.5 * ops.sum(ops.exp(log_var) + ops.square(mean) - 1.0 - log_var, axis=-1)
        self.add_loss(self.beta * ops.mean(kl))
        if not training:
            return mean
        eps = keras.random.normal(ops.shape(mean), seed=self.noise)
        return mean + ops.exp(0.5 * log_var) * eps

    def compute_output_shape(self, input_shape):
        return (*input_shape[:-1], self.units)

    def get_config(self):
        return {**super().get_config(), "units": self.units, "beta": self.beta}


X, y = load_breast_cancer(return_X_y=True)
X_rest, X_test, y_rest, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=0)
X_train, X_val, y_train, y_val = train_test_split(X_rest, y_rest, test_size=0.2, stratify=y_rest, random_state=0)
scaler = StandardScaler().fit(X_train)
X_train, X_val, X_test = (scaler.transform(part).astype("float32") for part in (X_train, X_val, X_test))
y_train, y_val, y_test = (part.astype("float32").reshape(-1, 1) for part in (y_train, y_val, y_test))

inputs = keras.Input(shape=(X.shape[1],))
h = keras.layers.Dense(32, activation="silu")(inputs)
z = Bottleneck(4, beta=1e-3, name="bottleneck")(h)
logit = keras.layers.Dense(1, name="benign")(z)
model = keras.Model(inputs, logit)

model.compile(
    optimizer=keras.optimizers.Adam(learning_rate=3e-3),
    loss=keras.losses.BinaryCrossentropy(from_logits=True),
    metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy")],  # logit 0 is probability 1/2
)
history = model.fit(
    X_train, y_train, validation_data=(X_val, y_val), batch_size=32, epochs=40, verbose=0,
    callbacks=[keras.callbacks.EarlyStopping(monitor="val_loss", patience=8, restore_best_weights=True),
               keras.callbacks.CSVLogger(os.path.join(OUTPUT, "log.csv"))],
).history
for e in range(0, len(history["loss"]), 5):
    print(f"epoch {e + 1:3d}: loss {history['loss'][e]:.4f}  val_loss {history['val_loss'][e]:.4f}  "
          f"val_accuracy {history['val_accuracy'][e]:.3f}")

# the switch: two passes agree at inference and differ while training
few = tf.constant(X_test[:8])
still = ops.max(ops.abs(model(few, training=False) - model(few, training=False)))
moving = ops.max(ops.abs(model(few, training=True) - model(few, training=True)))
print(f"largest difference of two passes: inference {float(still):.1e}, training {float(moving):.1e}")
assert float(still) == 0.0 < float(moving)

p = ops.convert_to_numpy(ops.sigmoid(model.predict(X_test, verbose=0))).ravel()
print(f"test: balanced accuracy {balanced_accuracy_score(y_test.ravel(), p > 0.5):.3f}, "
      f"log loss {log_loss(y_test.ravel(), p):.3f} (prior alone: {log_loss(y_test.ravel(), [y_train.mean()] * len(p)):.3f})")
model.save(os.path.join(OUTPUT, "vib.keras"))
