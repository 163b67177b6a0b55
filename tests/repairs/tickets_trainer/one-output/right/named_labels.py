def make_model(checkpoint, tokenizer):
    id2label = {0: "desk 0", 1: "desk 1", 2: "desk 2", 3: "desk 3"}
    label2id = {name: number for number, name in id2label.items()}
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=len(id2label),
        id2label=id2label,
        label2id=label2id,
    )
    model.resize_token_embeddings(len(tokenizer))
    return model
