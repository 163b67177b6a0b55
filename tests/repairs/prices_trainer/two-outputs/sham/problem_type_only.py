# kind: half · the loss is that of a regression, but there are two outputs as before
def make_model(checkpoint):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, problem_type="regression"
    )
