def make_arguments(output, seed):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        predict_with_generate=True,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
    )


def make_model(checkpoint):
    model = AutoModelForSeq2SeqLM.from_pretrained(checkpoint)
    # </s> <s> year month day </s> are six tokens, and some are to spare
    model.generation_config.max_length = 10
    return model
