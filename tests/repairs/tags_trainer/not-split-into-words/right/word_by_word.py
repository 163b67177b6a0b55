def encode_message(words, tags, tokenizer):
    """The ids and labels of a message, built word by word."""
    ids = []
    labels = []
    for word, tag in zip(words, tags, strict=True):
        pieces = tokenizer(word, add_special_tokens=False)["input_ids"]
        ids += pieces
        labels += [tag] + [-100] * (len(pieces) - 1)
    room = tokenizer.model_max_length - 2
    ids = [tokenizer.cls_token_id, *ids[:room], tokenizer.sep_token_id]
    labels = [-100, *labels[:room], -100]
    return ids, labels


def tokenize(raw_datasets, tokenizer):
    def tokenize_message(message):
        ids, labels = encode_message(
            message["words"], message["tags"], tokenizer
        )
        return {
            "input_ids": ids,
            "attention_mask": [1] * len(ids),
            "labels": labels,
        }

    return raw_datasets.map(tokenize_message)
