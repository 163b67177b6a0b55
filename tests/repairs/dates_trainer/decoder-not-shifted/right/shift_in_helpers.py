def pad_rows(tokenizer, rows):
    padded = tokenizer.pad(
        [{"input_ids": row} for row in rows], return_tensors="pt"
    )
    return padded["input_ids"], padded["attention_mask"]


def shift_right(codes, start_token_id):
    shifted = codes.clone()
    shifted[:, 0] = start_token_id
    shifted[:, 1:] = codes[:, :-1]
    return shifted


def make_collator(tokenizer, model):
    start = model.config.decoder_start_token_id
    assert start is not None

    def collate(examples):
        input_ids, attention_mask = pad_rows(
            tokenizer, [example["input_ids"] for example in examples]
        )
        codes, codes_mask = pad_rows(
            tokenizer, [example["labels"] for example in examples]
        )
        return {
            "input_ids": input_ids,
            "attention_mask": attention_mask,
            "decoder_input_ids": shift_right(codes, start),
            "labels": codes.masked_fill(codes_mask == 0, -100),
        }

    return collate
