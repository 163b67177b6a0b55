"""Two layer net on the digits, plain momentum SGD written out by hand."""
import os

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
import numpy as np
import tensorflow as tf
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

tf.random.set_seed(3)


def get_data():
    X, y = load_digits(return_X_y=True)
    X = (X / 16.0).astype("float32")
    y = y.astype("int32")
    return train_test_split(X, y, test_size=0.25, stratify=y, random_state=3)


class Net(tf.Module):
    def __init__(self, n_in, n_hidden, n_out):
        super().__init__()
        init = tf.random.stateless_normal
        self.w1 = tf.Variable(init([n_in, n_hidden], seed=(1, 2)) * (2.0 / n_in) ** 0.5)
        self.b1 = tf.Variable(tf.zeros([n_hidden]))
        self.w2 = tf.Variable(init([n_hidden, n_out], seed=(3, 4)) * (1.0 / n_hidden) ** 0.5)
        self.b2 = tf.Variable(tf.zeros([n_out]))

    def __call__(self, x):
        h = tf.nn.relu(x @ self.w1 + self.b1)
        return h @ self.w2 + self.b2


class Trainer:
    def __init__(self, net, peak_lr=0.1, momentum=0.9, warmup_epochs=5):
        self.net = net
        self.peak_lr = peak_lr
        self.momentum = momentum
        self.warmup_epochs = warmup_epochs
        self.lr = 0.0
        self.velocity = [tf.Variable(tf.zeros_like(v), trainable=False) for v in net.trainable_variables]

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            logits = self.net(x)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        grads = tape.gradient(loss, self.net.trainable_variables)
        for var, vel, g in zip(self.net.trainable_variables, self.velocity, grads):
            vel.assign(self.momentum * vel + g)
            var.assign_sub(self.lr * vel)
        return loss

    def set_lr(self, epoch, n_epochs):
        if epoch < self.warmup_epochs:
            self.lr = self.peak_lr * 10.0 ** (epoch - self.warmup_epochs)
        else:
            done = (epoch - self.warmup_epochs) / (n_epochs - self.warmup_epochs)
            self.lr = self.peak_lr * 0.5 * (1.0 + np.cos(np.pi * done))

    def fit(self, train, valid, n_epochs):
        for epoch in range(n_epochs):
            self.set_lr(epoch, n_epochs)
            losses = [float(self.train_step(x, y)) for x, y in train]
            acc = self.accuracy(*valid)
            print(f"epoch {epoch:2d}  lr {self.lr:.2e}  loss {np.mean(losses):.4f}  val acc {acc:.3f}")

    def accuracy(self, x, y):
        return float(np.mean(np.argmax(self.net(tf.constant(x)).numpy(), axis=1) == y))


def main():
    X_tr, X_va, y_tr, y_va = get_data()
    train = (
        tf.data.Dataset.from_tensor_slices((X_tr, y_tr))
        .shuffle(len(X_tr), seed=3)
        .batch(64, drop_remainder=True)
        .prefetch(tf.data.AUTOTUNE)
    )
    trainer = Trainer(Net(64, 48, 10))
    trainer.fit(train, (X_va, y_va), n_epochs=25)


if __name__ == "__main__":
    main()
