def collect(x, y):
    with tf.GradientTape() as tape:
        loss = loss_function(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    for buffer, gradient in zip(buffers, gradients):
        buffer.assign_add(gradient / 4)


def update():
    optimizer.apply_gradients(zip(buffers, model.trainable_variables))
    for buffer in buffers:
        buffer.assign(tf.zeros_like(buffer))
