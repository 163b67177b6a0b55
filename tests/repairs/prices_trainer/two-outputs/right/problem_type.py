def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=1, problem_type="regression"
    )
