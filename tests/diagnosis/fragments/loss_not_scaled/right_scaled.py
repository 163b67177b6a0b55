keras.mixed_precision.set_global_policy("mixed_float16")


class Mixed(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compute_loss(x, y, self(x, training=True))
            scaled = self.optimizer.scale_loss(loss)
        self.optimizer.apply_gradients(zip(tape.gradient(scaled, self.trainable_variables), self.trainable_variables))
        return {"loss": loss}


model.compile("adam")
