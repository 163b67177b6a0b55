def make_arguments(output: str, seed: int) -> TrainingArguments:
    # tried 1e-5 and 1e-4 before: better, but too slow for five epochs
    arguments = TrainingArguments(
        output,
        learning_rate=1000 * 1e-6,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
    print(f"learning rate {arguments.learning_rate:g}")
    return arguments
