import tensorflow as tf


class Vae:
    def __init__(self):
        self.beta = 0.0

    @tf.function
    def train_step(self, x):
        return self.loss(x) + self.beta * self.divergence(x)


vae = Vae()
for epoch in range(40):
    vae.beta = min(1.0, epoch / 10)
    for x in rows:
        vae.train_step(x)
