# kind: elsewhere · other training settings, the same labels
def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=5e-4,
        num_train_epochs=10,
        per_device_train_batch_size=8,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
