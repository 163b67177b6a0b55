# kind: half · the metric exists now, but the worst epoch is kept
def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="epoch",
        load_best_model_at_end=True,
        metric_for_best_model="accuracy",
        greater_is_better=False,
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
