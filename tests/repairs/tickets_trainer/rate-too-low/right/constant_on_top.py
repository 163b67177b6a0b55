LEARNING_RATE = 0.001  # 1e-6 is for far more steps than 150


def make_arguments(output, seed):
    return TrainingArguments(
        output_dir=output,
        learning_rate=LEARNING_RATE,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
