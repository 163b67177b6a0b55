# kind: elsewhere · another metric of the same sort, the same error
def compile_model(model, optimizer, loss):
    model.compile(
        optimizer=optimizer,
        loss=loss,
        metrics=["accuracy", tf.keras.metrics.Recall()],
        run_eagerly=True,
    )
