def make_trainer(model, arguments, datasets, collator, compute_metrics):
    arguments.learning_rate = 1e-3
    return Trainer(
        model=model,
        args=arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
