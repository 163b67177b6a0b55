"""Wine cultivars with Keras; the weights of the best epoch are kept in a checkpoint."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

import tensorflow as tf
from sklearn.datasets import load_wine
from sklearn.model_selection import train_test_split

tf.keras.utils.set_random_seed(17)

# --- data -----------------------------------------------------------------
X, y = load_wine(return_X_y=True)
X = X.astype("float32")
x_rest, x_test, y_rest, y_test = train_test_split(X, y, test_size=0.25, stratify=y, random_state=17)
x_train, x_val, y_train, y_val = train_test_split(x_rest, y_rest, test_size=0.25, stratify=y_rest, random_state=17)

norm = tf.keras.layers.Normalization()
norm.adapt(x_train)


# --- model ----------------------------------------------------------------
def create_model():
    model = tf.keras.Sequential([
        tf.keras.Input(shape=(X.shape[1],)),
        norm,
        tf.keras.layers.Dense(32, activation="relu"),
        tf.keras.layers.Dropout(0.2),
        tf.keras.layers.Dense(3),
    ])
    model.compile(
        optimizer=tf.keras.optimizers.Adam(learning_rate=5e-3),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[tf.keras.metrics.SparseCategoricalAccuracy(name="accuracy")],
    )
    return model


model = create_model()
model.summary()

# --- training -------------------------------------------------------------
checkpoint_path = "out/mg12/cp.ckpt"
os.makedirs(os.path.dirname(checkpoint_path), exist_ok=True)

cp_callback = tf.keras.callbacks.ModelCheckpoint(
    filepath=checkpoint_path,
    save_weights_only=True,
    save_best_only=True,
    monitor="val_loss",
    verbose=1,
)

history = model.fit(
    x_train,
    y_train,
    batch_size=16,
    epochs=25,
    validation_data=(x_val, y_val),
    callbacks=[cp_callback],
    verbose=2,
)

# --- the best weights in a fresh model ------------------------------------
model = create_model()
model.load_weights(checkpoint_path)
loss, acc = model.evaluate(x_test, y_test, verbose=0)
print(f"best val_loss {min(history.history['val_loss']):.4f}; test accuracy {acc:.3f}, test loss {loss:.4f}")
