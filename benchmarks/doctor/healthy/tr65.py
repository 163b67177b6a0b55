# Sentiment from scratch: masked BiLSTM in bfloat16, gradients gathered over two small batches in a train_step of our own.
import re
import numpy as np
import pandas as pd
import tensorflow as tf
import keras
from keras import layers

keras.utils.set_random_seed(65)
keras.mixed_precision.set_global_policy("mixed_bfloat16")       # bfloat16 has float32's range: no loss scaling
words = lambda s: re.findall(r"[a-z']+|[,.!?]", s.lower())
train = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
final = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
train = train.sample(frac=1.0, random_state=0)
valid, train = train[:300], train[300:]
vocab = {w: i + 2 for i, w in enumerate(sorted({w for s in train.sentence for w in words(s)}))}
LENGTH = 28


def matrix(df):
    out = np.zeros((len(df), LENGTH), "int32")
    for i, s in enumerate(df.sentence):
        ids = [vocab.get(w, 1) for w in words(s)][:LENGTH]
        out[i, :len(ids)] = ids
    return out, df.label.to_numpy()


class Accumulating(keras.Model):
    """Takes batches of shape (parts, n, ...): one optimizer step for all parts together."""

    def train_step(self, data):
        x, y = data
        parts = x.shape[0]
        total = [tf.zeros(v.shape) for v in self.trainable_variables]
        for k in range(parts):
            with tf.GradientTape() as tape:
                p = self(x[k], training=True)
                loss = self.compute_loss(x[k], y[k], p)
            grads = tape.gradient(loss, self.trainable_variables)
            total = [t + tf.convert_to_tensor(g) / parts for t, g in zip(total, grads)]
            for m in self.metrics:
                m.update_state(loss) if m.name == "loss" else m.update_state(y[k], p)
        self.optimizer.apply_gradients(zip(total, self.trainable_variables))
        return self.get_metrics_result()


inp = keras.Input((LENGTH,), dtype="int32")
h = layers.SpatialDropout1D(0.2)(layers.Embedding(len(vocab) + 2, 32, mask_zero=True)(inp))
h = layers.Bidirectional(layers.LSTM(24))(h)
h = layers.Dropout(0.3)(h)
out = layers.Dense(1, dtype="float32")(h)                       # the last layer in full precision
model = Accumulating(inp, out)
model.compile(keras.optimizers.Lion(1e-3, weight_decay=0.01), keras.losses.BinaryCrossentropy(from_logits=True),
              metrics=[keras.metrics.BinaryAccuracy(threshold=0.0, name="accuracy")])

x, y = matrix(train)
ds = (tf.data.Dataset.from_tensor_slices((x, y[:, None])).shuffle(len(x)).batch(20, drop_remainder=True)
      .batch(2, drop_remainder=True).prefetch(2))
xv, yv = matrix(valid)
log = model.fit(ds, validation_data=(xv, yv[:, None]), epochs=8, verbose=0).history
for e in range(0, 8):
    print(f"epoch {e} loss {log['loss'][e]:.4f} val_loss {log['val_loss'][e]:.4f} val_acc {log['val_accuracy'][e]:.3f}")
xf, yf = matrix(final)
print("final accuracy %.3f, majority %.3f" % (((model.predict(xf, verbose=0)[:, 0] > 0) == yf).mean(), max(yf.mean(), 1 - yf.mean())))
