"""Custom loop: subclassed MLP, gradient accumulation, clipping by the global norm, warm-up and cosine decay."""
from typing import NamedTuple

import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from tensorflow.keras import layers, losses, metrics, optimizers

class Config(NamedTuple):
    micro_batch: int = 16
    accumulate: int = 4            # effective batch of 64
    epochs: int = 15
    peak_lr: float = 4e-3
    clip_norm: float = 1.0
    seed: int = 99

class ResidualBlock(layers.Layer):
    def __init__(self, dim: int, rate: float):
        super().__init__()
        self.norm, self.drop = layers.LayerNormalization(), layers.Dropout(rate)
        self.up, self.down = layers.Dense(2 * dim, activation="gelu"), layers.Dense(dim)

    def call(self, x, training=None):
        return x + self.drop(self.down(self.up(self.norm(x))), training=training)

class ResidualMLP(tf.keras.Model):
    def __init__(self, num_classes: int, dim: int = 64, depth: int = 2):
        super().__init__()
        self.stem, self.head = layers.Dense(dim), layers.Dense(num_classes)
        self.blocks = [ResidualBlock(dim, 0.1) for _ in range(depth)]

    def call(self, x, training=None):
        x = self.stem(x)
        for block in self.blocks:
            x = block(x, training=training)
        return self.head(x)

def main(cfg: Config = Config()) -> None:
    tf.keras.utils.set_random_seed(cfg.seed)
    x, y = load_digits(return_X_y=True)
    x_tr, x_te, y_tr, y_te = train_test_split(x.astype("float32") / 16, y, test_size=0.25, stratify=y,
                                              random_state=cfg.seed)

    train_ds = (tf.data.Dataset.from_tensor_slices((x_tr, y_tr)).shuffle(len(x_tr))
                .batch(cfg.micro_batch, drop_remainder=True).batch(cfg.accumulate, drop_remainder=True))
    updates = cfg.epochs * int(train_ds.cardinality())
    schedule = optimizers.schedules.CosineDecay(0.0, updates - 30, warmup_target=cfg.peak_lr, warmup_steps=30)
    optimizer = optimizers.Adam(schedule)
    loss_fn = losses.SparseCategoricalCrossentropy(from_logits=True)
    train_loss, model = metrics.Mean(), ResidualMLP(num_classes=10)
    model(tf.zeros((1, x.shape[1])))                        # creates the weights
    optimizer.build(model.trainable_variables)

    @tf.function
    def update(xs, ys):
        """One optimizer step on the mean of the gradients of `accumulate` micro batches."""
        total = [tf.zeros_like(v) for v in model.trainable_variables]
        for i in range(cfg.accumulate):                     # unrolled while tracing
            with tf.GradientTape() as tape:
                loss = loss_fn(ys[i], model(xs[i], training=True))
            total = [t + g / cfg.accumulate for t, g in zip(total, tape.gradient(loss, model.trainable_variables))]
            train_loss.update_state(loss)
        clipped, _ = tf.clip_by_global_norm(total, cfg.clip_norm)
        optimizer.apply_gradients(zip(clipped, model.trainable_variables))

    for epoch in range(1, cfg.epochs + 1):
        train_loss.reset_state()
        for batch in train_ds:
            update(*batch)
        if epoch % 5 == 0:
            print(f"epoch {epoch:2d} loss {train_loss.result():.4f} lr {schedule(optimizer.iterations):.2e}")
    assert int(optimizer.iterations) == updates
    hits = metrics.sparse_categorical_accuracy(y_te, model(x_te, training=False))
    print(f"test accuracy {tf.reduce_mean(hits):.4f} after {updates} updates")

main()
