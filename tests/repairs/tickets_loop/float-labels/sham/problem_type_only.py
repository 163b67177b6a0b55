# kind: elsewhere · the problem type is set, the labels stay floats: another error at the same place
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=4,
        problem_type="single_label_classification",
    )
    model.resize_token_embeddings(len(tokenizer))
    return model
