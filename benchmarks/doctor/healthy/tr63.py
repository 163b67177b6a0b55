# Multi-label: which steps will be needed for a job? TextVectorization in the pipeline, one sigmoid per step.
import json
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(63)
rows = {s: [json.loads(l) for l in open(f"data/steps/{s}.jsonl")] for s in ("train", "validation", "test")}
known = {r["prompt"] for r in rows["train"]}
for s in ("validation", "test"):                             # count only jobs that are new
    rows[s] = [r for r in rows[s] if r["prompt"] not in known]
steps = sorted({w for r in rows["train"] for w in r["steps"].split()})
number = {w: i for i, w in enumerate(steps)}

vectorize = tf.keras.layers.TextVectorization(standardize=None, output_mode="int", output_sequence_length=8)
vectorize.adapt([r["prompt"] for r in rows["train"]])


def stream(split):
    def generate():
        for r in rows[split]:
            y = np.zeros(len(steps), "float32")
            y[[number[w] for w in r["steps"].split()]] = 1.0
            yield r["prompt"], y
    return tf.data.Dataset.from_generator(generate, output_signature=(
        tf.TensorSpec((), tf.string), tf.TensorSpec((len(steps),), tf.float32))).apply(
            tf.data.experimental.assert_cardinality(len(rows[split])))


prepare = lambda t, y: (vectorize(t), y)
train = stream("train").cache().shuffle(1000).batch(32).map(prepare).prefetch(1)
valid, test = stream("validation").batch(64).map(prepare), stream("test").batch(64).map(prepare)

share = np.mean([y for _, y in stream("train").as_numpy_iterator()], axis=0)
bias = tf.keras.initializers.Constant(np.log(share / (1 - share)))      # start from the base rates
inputs = tf.keras.Input((8,), dtype="int64")
h = tf.keras.layers.Embedding(len(vectorize.get_vocabulary()), 32, mask_zero=True)(inputs)
h = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(32))(h)
outputs = tf.keras.layers.Dense(len(steps), activation="sigmoid", bias_initializer=bias)(h)
model = tf.keras.Model(inputs, outputs)
model.compile(optimizer=tf.keras.optimizers.RMSprop(5e-3), loss="binary_crossentropy",
              metrics=[tf.keras.metrics.Precision(name="p"), tf.keras.metrics.Recall(name="r")])


class Stop(tf.keras.callbacks.Callback):
    """Ends the training as soon as precision and recall are both above 0.995, twice in a row."""

    def on_train_begin(self, logs=None):
        self.good = 0

    def on_epoch_end(self, epoch, logs=None):
        print(f"epoch {epoch + 1} loss {logs['loss']:.4f} val_loss {logs['val_loss']:.4f} p {logs['val_p']:.3f} r {logs['val_r']:.3f}")
        self.good = self.good + 1 if min(logs["val_p"], logs["val_r"]) > 0.995 else 0
        if self.good == 2:
            self.model.stop_training = True


model.fit(train, validation_data=valid, epochs=20, verbose=0, callbacks=[Stop()])
p = model.predict(test, verbose=0)
y = np.concatenate([b for _, b in test])
base = -np.mean(y * np.log(share) + (1 - y) * np.log(1 - share))
loss = model.evaluate(test, verbose=0)[0]
print(f"test loss {loss:.4f} (base rates {base:.4f}), whole sets right {np.mean(((p > 0.5) == (y > 0.5)).all(1)):.3f} of {len(y)}")
