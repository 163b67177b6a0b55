"""Multi-label tagging of short synthetic "articles", rare labels, focal loss on logits; thresholds per label
are tuned on validation and applied to the untouched test part."""
import numpy as np
import tensorflow as tf
import keras
from sklearn.metrics import average_precision_score, f1_score

keras.utils.set_random_seed(14)

LABELS = ["sport", "money", "law", "health", "travel", "music"]
PRIOR = np.array([0.3, 0.25, 0.12, 0.2, 0.1, 0.06])
rng = np.random.default_rng(14)
KEYWORDS = {l: [f"{l}{i}" for i in range(12)] for l in LABELS}
FILLER = [f"w{i}" for i in range(150)]


def article():
    y = (rng.random(len(LABELS)) < PRIOR).astype("float32")
    words = list(rng.choice(FILLER, rng.integers(10, 25)))
    for k, l in enumerate(LABELS):
        if y[k]:
            words += list(rng.choice(KEYWORDS[l], rng.integers(1, 4)))
        elif rng.random() < 0.1:
            words += list(rng.choice(KEYWORDS[l], 1))  # a passing mention
    rng.shuffle(words)
    return " ".join(words), y


texts, targets = zip(*[article() for _ in range(4000)])
texts, targets = np.array(texts), np.stack(targets)
tr, va, te = slice(0, 2800), slice(2800, 3400), slice(3400, None)

vec = keras.layers.TextVectorization(max_tokens=400, output_mode="tf_idf", pad_to_max_tokens=True)
vec.adapt(texts[tr])


def pipe(part, train=False):
    d = tf.data.Dataset.from_tensor_slices((texts[part], targets[part]))
    d = d.batch(64).map(lambda t, y: (vec(t), y), num_parallel_calls=tf.data.AUTOTUNE).cache()
    if train:
        d = d.unbatch().shuffle(3000, seed=3).batch(64)
    return d.prefetch(tf.data.AUTOTUNE)


class SigmoidFocal(keras.losses.Loss):
    def __init__(self, gamma=1.5, alpha=0.6, name="focal"):
        super().__init__(name=name)
        self.gamma, self.alpha = gamma, alpha

    def call(self, y_true, logits):
        ce = tf.nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=logits)
        p = tf.sigmoid(logits)
        p_t = y_true * p + (1 - y_true) * (1 - p)
        a_t = y_true * self.alpha + (1 - y_true) * (1 - self.alpha)
        return tf.reduce_mean(a_t * (1 - p_t) ** self.gamma * ce, axis=-1)


# start the output bias at the training prior
prior = targets[tr].mean(0)
model = keras.Sequential(
    [
        keras.Input((400,)),
        keras.layers.LayerNormalization(),
        keras.layers.Dense(64, activation="relu"),
        keras.layers.Dropout(0.3),
        keras.layers.Dense(len(LABELS), bias_initializer=keras.initializers.Constant(np.log(prior / (1 - prior)))),
    ]
)
model.compile(
    optimizer=keras.optimizers.Adam(2e-3),
    loss=SigmoidFocal(),
    metrics=[keras.metrics.AUC(curve="PR", multi_label=True, num_labels=len(LABELS), from_logits=True, name="pr_auc")],
)
model.fit(
    pipe(tr, True), validation_data=pipe(va), epochs=15, verbose=2,
    callbacks=[keras.callbacks.EarlyStopping("val_pr_auc", mode="max", patience=3, restore_best_weights=True)],
)

z_va = model.predict(pipe(va), verbose=0)
z_te = model.predict(pipe(te), verbose=0)
thr = np.zeros(len(LABELS))
for k in range(len(LABELS)):
    grid = np.quantile(z_va[:, k], np.linspace(0.4, 0.99, 60))
    thr[k] = grid[np.argmax([f1_score(targets[va][:, k], z_va[:, k] > g, zero_division=0) for g in grid])]
f1 = f1_score(targets[te], z_te > thr, average="macro")
always = f1_score(targets[te], np.ones_like(z_te), average="macro")
print("thresholds", dict(zip(LABELS, thr.round(2))))
print(f"test macro F1 {f1:.3f} (all labels always: {always:.3f}), mAP {average_precision_score(targets[te], z_te):.3f} "
      f"(prior {targets[te].mean():.3f})")
