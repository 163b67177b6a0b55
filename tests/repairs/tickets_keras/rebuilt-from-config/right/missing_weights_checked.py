def load_trained(output):
    model, report = TFAutoModelForSequenceClassification.from_pretrained(
        output, output_loading_info=True
    )
    # dropout layers have no weights; anything else must have been found
    missing = [
        name
        for name in report["missing_keys"]
        if not name.startswith("dropout")
    ]
    assert not missing, missing
    return model
