def load_trained(output):
    config = AutoConfig.from_pretrained(output)
    model = TFAutoModelForSequenceClassification.from_config(config)
    # so far all weights are random: create them, then read the saved ones
    model.build_in_name_scope()
    model.load_weights(f"{output}/tf_model.h5")
    return model
