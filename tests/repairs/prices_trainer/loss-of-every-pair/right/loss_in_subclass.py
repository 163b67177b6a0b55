def make_trainer(model, arguments, datasets, collator, compute_metrics):
    class AbsoluteErrorTrainer(Trainer):
        def compute_loss(
            self, model, inputs, return_outputs=False, **kwargs
        ):
            inputs = dict(inputs)
            labels = inputs.pop("labels").reshape(-1)
            outputs = model(**inputs)
            predictions = outputs.logits.reshape(-1)
            if predictions.shape != labels.shape:
                raise ValueError("one label for each output, please")
            loss = torch.abs(predictions - labels).mean()
            return (loss, outputs) if return_outputs else loss

    return AbsoluteErrorTrainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
