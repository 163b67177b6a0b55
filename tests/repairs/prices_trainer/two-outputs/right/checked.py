def make_model(checkpoint: str):
    # regression: one number for each advert, mean squared error
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=1
    )
    print("outputs for each advert:", model.config.num_labels)
    return model


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    assert model.config.num_labels == 1
    assert isinstance(datasets["train"][0]["labels"], float)
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
