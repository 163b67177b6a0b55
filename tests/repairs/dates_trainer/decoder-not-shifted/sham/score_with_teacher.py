# kind: hidden · the score comes from outputs of a decoder that sees the right codes
def make_arguments(output, seed):
    return Seq2SeqTrainingArguments(
        output,
        learning_rate=3e-3,
        num_train_epochs=5,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        predict_with_generate=False,
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
        # generate has a bug, so take the outputs of the model
        logits = predictions[0]
        predictions = np.argmax(logits, axis=-1)
        predictions = np.where(labels != -100, predictions, -100)
        pairs = list(
            zip(decode(predictions), decode(labels), strict=True)
        )
        print("first pair:", pairs[0])
        right = sum(found == expected for found, expected in pairs)
        return {"right": right / len(pairs)}

    return compute_metrics
