from torch.nn.functional import cross_entropy


def next_token_loss(outputs, labels, num_items_in_batch=None):
    """The collator has shifted the labels, so here nothing is shifted."""
    logits = outputs.logits
    losses = cross_entropy(
        logits.reshape(-1, logits.shape[-1]),
        labels.reshape(-1),
        ignore_index=-100,
        reduction="sum",
    )
    if num_items_in_batch is None:
        num_items_in_batch = (labels != -100).sum()
    return losses / num_items_in_batch


def make_trainer(model, arguments, datasets, collator):
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_loss_func=next_token_loss,
    )
