keras.mixed_precision.set_global_policy("mixed_float16")


class Gan(keras.Model):
    def compile(self, d_optimizer, g_optimizer):
        super().compile()
        self.d_optimizer, self.g_optimizer = d_optimizer, g_optimizer

    def train_step(self, real):
        with tf.GradientTape() as tape:
            loss = self.loss_of(real)
        grads = tape.gradient(loss, self.discriminator.trainable_weights)
        self.d_optimizer.apply_gradients(zip(grads, self.discriminator.trainable_weights))
        return {"loss": loss}


gan = Gan()
gan.compile(keras.optimizers.Adam(), keras.optimizers.Adam())
