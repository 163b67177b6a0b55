def compile_model(model, optimizer):
    """Compile the model with this optimizer and the model's own loss.

    Args:
        model: a TFPreTrainedModel with a head for classification or for
            regression. It has a loss of its own for both.
        optimizer: a Keras optimizer.
    """
    raise NotImplementedError
