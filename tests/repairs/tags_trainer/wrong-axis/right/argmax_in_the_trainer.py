def best_tags(logits, labels):
    return logits.argmax(dim=-1)


def make_metrics():
    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        counted = labels != -100
        right = predictions[counted] == labels[counted]
        return {"accuracy": float(right.mean())}

    return compute_metrics


def make_trainer(model, arguments, datasets, collator, compute_metrics):
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
        compute_metrics=compute_metrics,
        # keeps only the tags, not all the logits
        preprocess_logits_for_metrics=best_tags,
    )
