def make_arguments(output: str, seed: int) -> TrainingArguments:
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        lr_scheduler_type="linear",
        warmup_steps=0,  # 20000 was more than the whole training
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
