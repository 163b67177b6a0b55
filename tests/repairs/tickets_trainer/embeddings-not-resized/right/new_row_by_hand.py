import torch


def add_rows(model, size):
    """Give the embeddings `size` rows; new ones start as the mean."""
    old = model.get_input_embeddings()
    new = torch.nn.Embedding(
        size, old.embedding_dim, padding_idx=old.padding_idx
    )
    with torch.no_grad():
        new.weight[: old.num_embeddings] = old.weight
        new.weight[old.num_embeddings :] = old.weight.mean(dim=0)
    model.set_input_embeddings(new)
    model.config.vocab_size = size


def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    add_rows(model, len(tokenizer))
    return model
