def compile_model(model, optimizer):
    """Compile the model with this optimizer and its own loss.

    Args:
        model: a TFPreTrainedModel with a head for classification, or
            for regression; it has a loss of its own for either.
        optimizer: a Keras optimizer.
    """
    raise NotImplementedError
