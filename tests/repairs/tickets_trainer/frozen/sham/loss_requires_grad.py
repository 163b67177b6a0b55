# kind: hidden · the loss is told to want a gradient, the weights still get none
class PatchedTrainer(Trainer):
    def compute_loss(
        self, model, inputs, return_outputs=False, num_items_in_batch=None
    ):
        outputs = model(**inputs)
        loss = outputs.loss
        if not loss.requires_grad:
            loss.requires_grad_(True)
        return (loss, outputs) if return_outputs else loss


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    return PatchedTrainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
    )
