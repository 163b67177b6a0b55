def make_model(checkpoint: str, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    rows = model.get_input_embeddings().num_embeddings
    if rows < len(tokenizer):
        print(f"embeddings: {rows} -> {len(tokenizer)} rows")
        model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    # each id needs its row
    assert model.get_input_embeddings().num_embeddings >= len(tokenizer)
    return model
