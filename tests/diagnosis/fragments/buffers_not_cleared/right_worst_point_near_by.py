def step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_function(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    saved = [tf.identity(v) for v in model.trainable_variables]
    for v, g in zip(model.trainable_variables, gradients):
        v.assign_add(0.05 * g / tf.linalg.global_norm(gradients))
    with tf.GradientTape() as tape:
        loss = loss_function(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    for v, before in zip(model.trainable_variables, saved):
        v.assign(before)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
