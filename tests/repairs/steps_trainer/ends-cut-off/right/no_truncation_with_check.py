def tokenize(texts, tokenizer):
    def tokenize_text(row):
        tokenized = tokenizer(row["text"])
        # nothing may be cut off: the model has to see each end
        assert tokenized["input_ids"][-1] == tokenizer.eos_token_id
        assert len(tokenized["input_ids"]) <= tokenizer.model_max_length
        return tokenized

    return texts.map(tokenize_text)
