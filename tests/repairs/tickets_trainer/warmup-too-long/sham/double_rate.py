# kind: elsewhere · a higher rate to make up for the warmup, which is as long as before
def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=2e-3,
        warmup_steps=20000,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
