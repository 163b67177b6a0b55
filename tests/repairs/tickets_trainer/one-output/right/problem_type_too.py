NUM_DESKS = 4


def make_model(checkpoint: str, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=NUM_DESKS,
        problem_type="single_label_classification",
    )
    model.resize_token_embeddings(len(tokenizer))
    print("outputs:", model.num_labels)
    return model
