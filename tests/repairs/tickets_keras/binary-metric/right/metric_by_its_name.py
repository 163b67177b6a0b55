def compile_model(model, optimizer, loss) -> None:
    # Precision() wants labels 0 or 1 for each output; this one takes
    # class numbers, as the loss does
    model.compile(
        optimizer=optimizer,
        loss=loss,
        metrics=["sparse_categorical_accuracy"],
    )
