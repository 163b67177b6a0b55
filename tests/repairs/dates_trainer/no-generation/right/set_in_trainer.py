def make_trainer(model, arguments, datasets, collator, compute_metrics):
    # the metric compares texts, so it needs generated tokens
    arguments.predict_with_generate = True
    return Seq2SeqTrainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
