def make_model(checkpoint):
    names = ["price"]
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=len(names),
        id2label=dict(enumerate(names)),
        label2id={name: place for place, name in enumerate(names)},
    )
