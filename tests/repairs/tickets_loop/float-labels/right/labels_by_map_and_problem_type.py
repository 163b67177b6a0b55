def name_labels(tokenized_datasets):
    def desk_as_label(example: dict) -> dict:
        return {"labels": int(example["desk_id"])}

    return tokenized_datasets.map(desk_as_label, remove_columns=["desk_id"])


def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=4,
        # say it, so that nothing is guessed from the type of the labels
        problem_type="single_label_classification",
    )
    model.resize_token_embeddings(len(tokenizer))
    return model
