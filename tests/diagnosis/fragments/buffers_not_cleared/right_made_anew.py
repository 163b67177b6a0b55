def step(batches):
    sums = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]
    for x, y in batches:
        with tf.GradientTape() as tape:
            loss = loss_function(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        for one, each in zip(sums, gradients):
            one.assign_add(each)
    optimizer.apply_gradients(zip(sums, model.trainable_variables))
