# kind: elsewhere · more epochs and a smaller learning rate, the labels are still the dates
def make_arguments(output, seed):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=1e-3,
        num_train_epochs=15,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        predict_with_generate=True,
        generation_max_length=10,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
