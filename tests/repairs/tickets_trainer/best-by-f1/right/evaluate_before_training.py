def make_arguments(output: str, seed: int) -> TrainingArguments:
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        save_total_limit=1,
        load_best_model_at_end=True,
        # must be a key of what evaluate() returns
        metric_for_best_model="eval_accuracy",
        greater_is_better=True,
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def train(trainer):
    # whatever breaks in an evaluation shall break now, not after an epoch
    before = trainer.evaluate()
    wanted = trainer.args.metric_for_best_model
    assert wanted in before, f"{wanted} is not one of {sorted(before)}"
    trainer.train()
