def make_trainer(model, arguments, datasets, collator, compute_metrics):
    # with one output the model takes the mean squared error by itself
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
