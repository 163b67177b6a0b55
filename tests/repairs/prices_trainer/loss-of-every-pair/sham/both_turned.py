# kind: half · both shapes are changed, and every pair is compared as before
def make_trainer(model, arguments, datasets, collator, compute_metrics):
    def absolute_error(outputs, labels, num_items_in_batch=None):
        predictions = outputs.logits.view(-1)
        labels = labels.view(-1, 1)
        return torch.abs(predictions - labels).mean()

    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        compute_loss_func=absolute_error,
    )
