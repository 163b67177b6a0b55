def make_arguments(output, seed):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
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


def make_metrics(tokenizer):
    def decode(token_ids):
        token_ids = np.where(
            token_ids != -100, token_ids, tokenizer.pad_token_id
        )
        return tokenizer.batch_decode(
            token_ids, skip_special_tokens=True
        )

    def compute_metrics(eval_pred):
        predictions, labels = eval_pred
        # token ids: one row for each date
        assert not isinstance(predictions, tuple)
        assert predictions.ndim == 2
        assert len(predictions) == len(labels)
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        for found, expected in pairs[:3]:
            print("found:", found, "expected:", expected)
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
