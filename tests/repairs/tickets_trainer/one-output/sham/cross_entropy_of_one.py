# kind: half · the loss of a classification, but still a single output
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=1,
        problem_type="single_label_classification",
    )
    model.resize_token_embeddings(len(tokenizer))
    return model
