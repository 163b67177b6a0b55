# kind: elsewhere · the squared error in place of the absolute one, still of every pair
def make_trainer(model, arguments, datasets, collator, compute_metrics):
    def squared_error(outputs, labels, num_items_in_batch=None):
        return ((outputs.logits - labels) ** 2).mean()

    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        compute_loss_func=squared_error,
    )
