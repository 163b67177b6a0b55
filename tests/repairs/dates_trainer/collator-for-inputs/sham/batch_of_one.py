# kind: elsewhere · batches of one row, so there is nothing to pad
def make_arguments(output, seed):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=1,
        per_device_eval_batch_size=1,
        predict_with_generate=True,
        generation_max_length=10,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
