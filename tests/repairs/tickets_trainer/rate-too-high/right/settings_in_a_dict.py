def make_arguments(output, seed):
    settings = {
        "learning_rate": 1e-1 / 100,
        "num_train_epochs": 5,
        "per_device_train_batch_size": 16,
        "per_device_eval_batch_size": 64,
        "eval_strategy": "epoch",
        "save_strategy": "no",
        "logging_steps": 10,
        "report_to": "none",
    }
    print("learning rate:", settings["learning_rate"])
    return TrainingArguments(output, seed=seed, **settings)
