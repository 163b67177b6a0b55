# kind: elsewhere · the same labels for three times as long
def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=12,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
