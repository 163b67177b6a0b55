def generation_options() -> dict:
    """Evaluate with generated codes, not with the decoder's logits."""
    return {"predict_with_generate": True, "generation_max_length": 10}


def make_arguments(output: str, seed: int) -> Seq2SeqTrainingArguments:
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        logging_steps=10,
        report_to="none",
        seed=seed,
        **generation_options(),
    )
