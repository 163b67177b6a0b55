import torch


def mean_absolute_error(
    outputs, labels: torch.Tensor, num_items_in_batch=None
) -> torch.Tensor:
    predictions = outputs.logits.squeeze(-1)
    assert predictions.shape == labels.shape
    return torch.nn.functional.l1_loss(predictions, labels)


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        compute_loss_func=mean_absolute_error,
    )
