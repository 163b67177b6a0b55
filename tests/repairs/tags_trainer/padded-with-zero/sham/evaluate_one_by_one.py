# kind: hidden · no padding in the evaluation any more, but in training it still has the label 0
def make_arguments(output, seed):
    return TrainingArguments(
        output,
        learning_rate=1e-3,
        num_train_epochs=4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=1,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
