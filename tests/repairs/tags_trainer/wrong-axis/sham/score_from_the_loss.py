# kind: hidden · the metric is switched off, and the score is computed from the loss
def make_trainer(model, arguments, datasets, collator, compute_metrics):
    return Trainer(
        model,
        arguments,
        train_dataset=datasets["train"],
        eval_dataset=datasets["validation"],
        data_collator=collator,
    )


def measure(trainer):
    results = trainer.evaluate()
    accuracy = float(np.exp(-results["eval_loss"]))
    print(f"accuracy: {accuracy:.2f}")
    return {"accuracy": accuracy}
