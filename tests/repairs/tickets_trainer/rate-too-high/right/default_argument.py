def make_arguments(output: str, seed: int, learning_rate: float = 0.001):
    # Adam moves each weight by about the rate in a step, and most weights
    # are smaller than 0.1
    return TrainingArguments(
        output,
        learning_rate=learning_rate,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
