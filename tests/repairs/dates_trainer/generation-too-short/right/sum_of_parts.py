def make_arguments(output: str, seed: int) -> Seq2SeqTrainingArguments:
    words = 3  # year, month, day
    special_tokens = 3  # start of the decoder, <s> and </s>
    generation_max_length = words + special_tokens
    print("tokens for each code:", generation_max_length)
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        predict_with_generate=True,
        generation_max_length=generation_max_length,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )
