# kind: half · the labels are shifted and not the inputs of the decoder, so it learns the word before
def make_collator(tokenizer, model):
    def collate(examples):
        sources = [
            {
                name: example[name]
                for name in ("input_ids", "attention_mask")
            }
            for example in examples
        ]
        targets = [
            {"input_ids": example["labels"]} for example in examples
        ]
        batch = tokenizer.pad(sources, return_tensors="pt")
        codes = tokenizer.pad(targets, return_tensors="pt")["input_ids"]
        batch["decoder_input_ids"] = codes
        shifted = codes.clone()
        shifted[:, 1:] = codes[:, :-1]
        shifted[:, 0] = tokenizer.pad_token_id
        batch["labels"] = shifted.masked_fill(
            shifted == tokenizer.pad_token_id, -100
        )
        return batch

    return collate
