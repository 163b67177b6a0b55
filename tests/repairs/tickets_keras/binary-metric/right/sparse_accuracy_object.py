def compile_model(model, optimizer, loss):
    # the labels are numbers of classes, the outputs are logits
    accuracy = tf.keras.metrics.SparseCategoricalAccuracy(name="accuracy")
    model.compile(optimizer=optimizer, loss=loss, metrics=[accuracy])
