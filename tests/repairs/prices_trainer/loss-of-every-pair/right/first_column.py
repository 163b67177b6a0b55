def make_trainer(model, arguments, datasets, collator, compute_metrics):
    def absolute_error(outputs, labels, num_items_in_batch=None):
        return torch.abs(outputs.logits[:, 0] - labels).mean()

    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        compute_loss_func=absolute_error,
    )
