# kind: hidden · the error is caught, and compile falls back to its own default, RMSprop at another rate
def compile_model(model, optimizer, loss):
    try:
        model.compile(
            optimizer=optimizer, loss=loss, metrics=["accuracy"]
        )
    except ValueError:
        # Keras will choose an optimizer by itself
        model.compile(loss=loss, metrics=["accuracy"])
