import tensorflow as tf


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for epoch in range(10):
    for x, y in train_ds:
        train_loss.update_state(train_step(x, y))
    for x, y in val_ds:
        val_loss.update_state(train_step(x, y))
    print(epoch, train_loss.result(), val_loss.result())
